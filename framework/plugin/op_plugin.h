// Operators and passes in a shared library: the only header of Paddle that such
// a library includes.
//
// The library is C or C++, links nothing of Paddle, and is loaded by
// pd.load_op_library(path) or framework::LoadOpLibrary(path). Only the contents
// of this header cross between the two: C functions, numbers, and pointers that
// remain their owner's. README.md shows a whole library.
//
// Errors. A library or context keeps its first error: later calls on it do
// nothing and return 0 or NULL, and no operator is registered, or the call of
// the operator fails, whatever the function returns. So a status need only be
// checked before a pointer is used. A C++ exception must not leave a function
// of the library; one that does becomes an error.
//
// Threads. Libraries are loaded one after another. Shape functions and kernels
// run in any number of threads at the same time, each with a context of its
// own; only the thread that was called uses the context, not the body of its
// parallel loops. All calls of a function share its `data`.
//
// Lifetime. The table lives for ever, a PaddleLibrary and a PaddleOp until the
// entry function returns, and a context, with everything it returns, until the
// function that received it returns. Texts and arrays that the library passes
// are copied at once. A loaded library is never unloaded.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A library runs with any Paddle of the same major version and at least the
// minor version. A library that uses nothing newer may define the lower minor
// version that it needs before it includes this header.
#define PADDLE_PLUGIN_MAJOR 1
#define PADDLE_PLUGIN_MINOR 1
#ifndef PADDLE_PLUGIN_NEEDS_MINOR
#define PADDLE_PLUGIN_NEEDS_MINOR PADDLE_PLUGIN_MINOR
#endif

typedef int32_t PaddleStatus;
enum {
  PADDLE_OK = 0,
  PADDLE_INVALID_ARGUMENT = 1,     // wrong shape, attribute: ValueError
  PADDLE_TYPE_MISMATCH = 2,        // another type than asked for: TypeError
  PADDLE_NOT_FOUND = 3,            // a name that does not exist: KeyError
  PADDLE_OUT_OF_RANGE = 4,         // an index outside its bounds: IndexError
  PADDLE_ALREADY_EXISTS = 5,       // a name taken: ValueError
  PADDLE_FAILED_PRECONDITION = 6,  // RuntimeError
  PADDLE_UNIMPLEMENTED = 7,        // NotImplementedError
  PADDLE_DATA_LOSS = 8,            // a damaged file: OSError
  PADDLE_UNAVAILABLE = 9,          // a file that cannot be had: OSError
  PADDLE_RESOURCE_EXHAUSTED = 10,  // memory: MemoryError
  PADDLE_INTERNAL = 11             // a defect: RuntimeError
};

// Element types. A bool is one byte, 0 or 1; float16 and bfloat16 are uint16_t.
typedef int32_t PaddleDataType;
enum {
  PADDLE_BOOL = 1,
  PADDLE_UINT8 = 2,
  PADDLE_INT8 = 3,
  PADDLE_INT16 = 4,
  PADDLE_INT32 = 5,
  PADDLE_INT64 = 6,
  PADDLE_FLOAT16 = 7,
  PADDLE_BFLOAT16 = 8,
  PADDLE_FLOAT32 = 9,
  PADDLE_FLOAT64 = 10
};

// The place where a kernel runs.
typedef int32_t PaddlePlace;
enum { PADDLE_CPU = 0 };

// The highest rank of a tensor.
enum { PADDLE_MAX_RANK = 9 };

// Flags of inputs and outputs.
enum {
  PADDLE_LIST = 1,          // any number of tensors
  PADDLE_OPTIONAL = 2,      // may be left out
  PADDLE_NO_GRADIENT = 4,   // labels, indices: never differentiated
  PADDLE_INTERMEDIATE = 8,  // an output that only the gradient reads
  PADDLE_SHAPE_ONLY = 16    // an input whose elements are not read
};

typedef struct PaddleApi PaddleApi;          // the table of functions, below
typedef struct PaddleLibrary PaddleLibrary;  // the library being loaded
typedef struct PaddleOp PaddleOp;            // an operator being declared
typedef struct PaddleContext PaddleContext;  // one call of an operator
typedef struct PaddlePass PaddlePass;        // one run of a pass

// The shape function of an operator, or a kernel of it or of its gradient.
typedef PaddleStatus (*PaddleFunction)(const PaddleApi* api,
                                       PaddleContext* context, void* data);
// A pass: a function from program to program.
typedef PaddleStatus (*PaddlePassFunction)(const PaddleApi* api,
                                           PaddlePass* pass, void* data);
// When a pass runs: before those of a later stage.
typedef int32_t PaddlePassStage;
enum {
  PADDLE_SIMPLIFY = 0,  // computes now what needs no input
  PADDLE_SHARE = 1,     // computes once what is computed twice
  PADDLE_REWRITE = 2,   // writes operators in place of others
  PADDLE_ELIMINATE = 3  // drops what nothing needs any more
};
// Processes a piece of a parallel loop.
typedef void (*PaddleLoopBody)(void* data, int64_t begin, int64_t end);

struct PaddleApi {
  // The version of Paddle. Newer minor versions add functions at the end; these
  // four members are the same in every version.
  size_t size;
  int32_t major;
  int32_t minor;
  // Called first, by PADDLE_OP_LIBRARY. Fails if this Paddle is too old or has
  // another major version.
  PaddleStatus (*begin)(PaddleLibrary* library, int32_t major, int32_t minor);

  // --- Declaring operators, in the entry function. Functions ignore a NULL
  // operator, so the result of add_op need not be checked.

  // Return the first error so far; stop with an error of the library's own.
  PaddleStatus (*library_status)(const PaddleLibrary* library);
  PaddleStatus (*fail_library)(PaddleLibrary* library, PaddleStatus status,
                               const char* message);

  // Adds an operator `type`, lower-case letters, digits and underscores: in
  // Python the function pd.layer.<type>, unless a layer has that name (begin
  // types with a word of your own). `comment` is its documentation, with the
  // formula and its source. Returns NULL after an error.
  PaddleOp* (*add_op)(PaddleLibrary* library, const char* type,
                      const char* comment);
  // Sets the version, 1 by default. Raise it when saved programs would no
  // longer mean the same: programs of another version are refused.
  void (*set_version)(PaddleOp* op, int32_t version);

  // Add slots, such as "X" and "Out", with their documentation (mention the
  // shape).
  void (*add_input)(PaddleOp* op, const char* name, const char* comment,
                    uint32_t flags);
  void (*add_output)(PaddleOp* op, const char* name, const char* comment,
                     uint32_t flags);

  // Add attributes, with their documentation and default value.
  void (*add_bool)(PaddleOp* op, const char* name, const char* comment,
                   int default_value);
  void (*add_int)(PaddleOp* op, const char* name, const char* comment,
                  int64_t default_value);
  void (*add_float)(PaddleOp* op, const char* name, const char* comment,
                    double default_value);
  void (*add_string)(PaddleOp* op, const char* name, const char* comment,
                     const char* default_value);
  void (*add_data_type)(PaddleOp* op, const char* name, const char* comment,
                        PaddleDataType default_value);
  // Add lists; the values may be NULL if count is 0.
  void (*add_bools)(PaddleOp* op, const char* name, const char* comment,
                    const uint8_t* default_values, size_t count);
  void (*add_ints)(PaddleOp* op, const char* name, const char* comment,
                   const int64_t* default_values, size_t count);
  void (*add_floats)(PaddleOp* op, const char* name, const char* comment,
                     const double* default_values, size_t count);
  void (*add_strings)(PaddleOp* op, const char* name, const char* comment,
                      const char* const* default_values, size_t count);
  // Restrict an attribute declared before: it has no default after all (but a
  // data type always has one); its numbers lie in [min, max]; it is one of
  // these strings.
  void (*set_required)(PaddleOp* op, const char* attribute);
  void (*set_range)(PaddleOp* op, const char* attribute, double min,
                    double max);
  void (*set_choices)(PaddleOp* op, const char* attribute,
                      const char* const* choices, size_t count);

  // Sets the function that sets the shape of every output. It is called when
  // the operator is added to a program, where sizes may be negative (see
  // size_mul), and when it runs with shapes not seen before. Required. Not
  // called with inputs that are not dense tensors: those are refused.
  void (*set_shape_function)(PaddleOp* op, PaddleFunction function, void* data);
  // Adds the kernel for a data type: that of the first input, or of the input
  // named by kernel_type_from; for an operator without inputs, that of its
  // attribute "dtype". At least one is required.
  void (*add_kernel)(PaddleOp* op, PaddlePlace place, PaddleDataType type,
                     PaddleFunction function, void* data);
  void (*kernel_type_from)(PaddleOp* op, const char* input);
  // Lets the output take over the memory of the input, because the kernel reads
  // each element of the input before it writes the same element of the output.
  void (*may_reuse)(PaddleOp* op, const char* output, const char* input);
  // Declares that the output is the input variable, updated in place.
  void (*updates)(PaddleOp* op, const char* output, const char* input);

  // Declares the gradient, an operator `type`, or "<type>_grad" if NULL. Its
  // inputs are S@GRAD for each output S of the operator that is neither
  // intermediate nor without gradient, the inputs and outputs named by
  // gradient_reads, and the shapes of the other inputs. Its outputs are S@GRAD,
  // of the shape of S, for each input S that has a gradient; one that is not
  // wanted is absent. It has the attributes of the operator, and at least one
  // kernel of its own.
  void (*add_gradient)(PaddleOp* op, const char* type);
  void (*gradient_reads)(PaddleOp* op, const char* slot);
  void (*gradient_may_reuse)(PaddleOp* op, const char* output,
                             const char* input);
  void (*add_gradient_kernel)(PaddleOp* op, PaddlePlace place,
                              PaddleDataType type, PaddleFunction function,
                              void* data);

  // --- In shape functions and kernels.

  // Return the first error so far; make the call fail with a message, to which
  // the operator, its shapes and the user's line are added.
  PaddleStatus (*status)(const PaddleContext* context);
  PaddleStatus (*fail)(PaddleContext* context, PaddleStatus status,
                       const char* message);

  // Return the number of tensors in a slot, 0 if it is left out, and whether
  // number i is present. For a slot without PADDLE_LIST i is 0.
  int32_t (*input_count)(PaddleContext* context, const char* slot);
  int32_t (*output_count)(PaddleContext* context, const char* slot);
  int32_t (*has_input)(PaddleContext* context, const char* slot, int32_t i);
  int32_t (*has_output)(PaddleContext* context, const char* slot, int32_t i);

  // Writes the sizes and returns the rank; fails if the rank is above
  // `capacity` or the input is absent. `sizes` may be NULL if capacity is 0.
  int32_t (*input_dims)(PaddleContext* context, const char* slot, int32_t i,
                        int64_t* sizes, int32_t capacity);
  // Returns the product of the sizes.
  int64_t (*input_numel)(PaddleContext* context, const char* slot, int32_t i);
  PaddleDataType (*input_type)(PaddleContext* context, const char* slot,
                               int32_t i);

  // Return the value of an attribute of that type. A text is never NULL.
  int32_t (*attr_bool)(PaddleContext* context, const char* name);
  int64_t (*attr_int)(PaddleContext* context, const char* name);
  double (*attr_float)(PaddleContext* context, const char* name);
  const char* (*attr_string)(PaddleContext* context, const char* name);
  PaddleDataType (*attr_data_type)(PaddleContext* context, const char* name);
  // Return lists; NULL only after an error.
  const uint8_t* (*attr_bools)(PaddleContext* context, const char* name,
                               size_t* count);
  const int64_t* (*attr_ints)(PaddleContext* context, const char* name,
                              size_t* count);
  const double* (*attr_floats)(PaddleContext* context, const char* name,
                               size_t* count);
  const char* const* (*attr_strings)(PaddleContext* context, const char* name,
                                     size_t* count);

  // --- In shape functions.

  // Sets the shape and type of an output. Does nothing if it is absent.
  void (*set_output)(PaddleContext* context, const char* slot, int32_t i,
                     PaddleDataType type, const int64_t* sizes, int32_t rank);
  // Gives an output the shape, type and sequences of an input; both are number
  // 0.
  void (*share_shape)(PaddleContext* context, const char* input,
                      const char* output);
  // Gives the rows of the output the same sequences as those of the input.
  void (*share_sequences)(PaddleContext* context, const char* input, int32_t i,
                          const char* output, int32_t j);

  // Compute sizes. While a program is written a negative size is a symbol: a
  // size not known yet. Equal symbols are equal sizes. Results are symbols
  // where necessary; div rounds down. may_match tells whether two sizes are
  // equal, or might be because one is a symbol.
  int64_t (*size_add)(PaddleContext* context, int64_t a, int64_t b);
  int64_t (*size_sub)(PaddleContext* context, int64_t a, int64_t b);
  int64_t (*size_mul)(PaddleContext* context, int64_t a, int64_t b);
  int64_t (*size_div)(PaddleContext* context, int64_t a, int64_t b);
  int32_t (*may_match)(PaddleContext* context, int64_t a, int64_t b);

  // --- In kernels, which must write all elements of each output that is
  // present.

  int32_t (*output_dims)(PaddleContext* context, const char* slot, int32_t i,
                         int64_t* sizes, int32_t capacity);
  int64_t (*output_numel)(PaddleContext* context, const char* slot, int32_t i);
  PaddleDataType (*output_type)(PaddleContext* context, const char* slot,
                                int32_t i);
  // Return the elements in row-major order without gaps. NULL for a tensor that
  // is left out; an error for another data type, and for an input whose
  // elements the operator does not read. Never NULL for a tensor that is
  // present, even without elements.
  const void* (*input_data)(PaddleContext* context, const char* slot, int32_t i,
                            PaddleDataType type);
  void* (*output_data)(PaddleContext* context, const char* slot, int32_t i,
                       PaddleDataType type);
  // Returns scratch memory of this call, which is valid until the next request.
  void* (*workspace)(PaddleContext* context, size_t bytes);
  // Calls body(data, begin, end) for pieces of [0, size) of at least `grain`
  // elements, in several threads, and returns when all are done. The result of
  // a kernel must not depend on the partition.
  PaddleStatus (*parallel_for)(PaddleContext* context, int64_t size,
                               int64_t grain, PaddleLoopBody body, void* data);

  // === Since version 1.1.

  // --- Declaring passes, in the entry function.

  // Adds a pass: pd.passes.list() has it, pd.optimize runs it, and so do
  // executors whose level is at least `level`: 1 if every bit of every result
  // stays, 2 if sums and products may be computed in another order. `version`,
  // 1 or more, grows when it returns other programs. It runs in any number of
  // threads at once.
  //
  // A pass is deterministic, and changes nothing when it runs a second time. It
  // renames no variable that may be fetched, keeps the ids of operators that
  // stay, and gives new ones new ids. The program that it gives is verified.
  void (*add_pass)(PaddleLibrary* library, const char* name,
                   const char* description, int32_t version, int32_t level,
                   PaddlePassStage stage, PaddlePassFunction function,
                   void* data);

  // --- In passes.

  // Return the first error so far; make the pass, and with it the run, fail.
  PaddleStatus (*pass_status)(const PaddlePass* pass);
  PaddleStatus (*fail_pass)(PaddlePass* pass, PaddleStatus status,
                            const char* message);
  // Returns the program, a message ProgramDesc of framework/ir/framework.proto.
  const void* (*pass_program)(PaddlePass* pass, size_t* size);
  // True if any variable may be fetched: nothing may be dropped. Otherwise the
  // program's fetches, persistables and effects are all that anybody sees.
  int32_t (*pass_keeps_all)(PaddlePass* pass);
  // Gives the changed program; without it the program stays as it is.
  void (*set_program)(PaddlePass* pass, const void* bytes, size_t size);
};

// The entry function of a library, which PADDLE_OP_LIBRARY defines.
typedef PaddleStatus (*PaddleEntry)(const PaddleApi* api,
                                    PaddleLibrary* library);
#define PADDLE_ENTRY_NAME "PaddleRegisterOpLibrary"

// Defines the entry function; used once in a library, at file level. `declare`
// is a function (const PaddleApi* api, PaddleLibrary* library) -> PaddleStatus
// that declares operators and passes. They are all registered if it returns
// PADDLE_OK without an error, and none otherwise.
#define PADDLE_OP_LIBRARY(declare)                                           \
  PADDLE_PLUGIN_EXPORT PaddleStatus PaddleRegisterOpLibrary(                 \
      const PaddleApi* api, PaddleLibrary* library);                         \
  PaddleStatus PaddleRegisterOpLibrary(const PaddleApi* api,                 \
                                       PaddleLibrary* library) {             \
    PaddleStatus status =                                                    \
        api->begin(library, PADDLE_PLUGIN_MAJOR, PADDLE_PLUGIN_NEEDS_MINOR); \
    return status == PADDLE_OK ? declare(api, library) : status;             \
  }
#ifdef __cplusplus
#define PADDLE_PLUGIN_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define PADDLE_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
}  // extern "C"
#endif

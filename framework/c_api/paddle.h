// Paddle from C, and from whatever calls C: loads models, runs them, trains
// them further and saves them.
//
// C99 and C++. Status codes, data types and PADDLE_MAX_RANK are those of
// op_plugin.h. README.md shows a whole program; paddle.hpp wraps this in C++.
//
// Errors. A call that fails returns NULL, -1 or a status other than PADDLE_OK
// and, unless its last argument is NULL, sets *error, which the caller frees; a
// call that succeeds sets it to NULL. Nothing is kept per thread or per
// process. No wrong argument of the kinds named here ends the process: a NULL
// handle, one that was freed or is of another type, a struct of another size, a
// wrong shape or data type. A name or array must be readable as far as its
// count says. After a failure all results are NULL, and nothing has changed,
// except by a run that had begun: it counts as a step, and what its operators
// wrote to persistable variables before one of them failed, such as moving
// averages, stays.
//
// Handles. What a function ..._load, ..._new, ..._borrow, ..._clone or ..._get
// returns is the caller's, who frees it by ..._free; NULL may be freed. A
// handle is no address but a number in the place of one, which no other object
// ever has. What a handle is asked for (names, data) lives as long as the
// handle. A call that is running on another thread keeps what it uses.
//
// Threads. All functions may be called by any thread at the same time, also on
// one model: a run sees all that another one writes to parameters, or nothing
// of it. A tensor may be read by several threads, and written by one.
//
// Structs begin with `size`, which the caller sets to sizeof of the struct that
// it was compiled with, and of which PADDLE_..._INIT takes care. Newer versions
// add members at the end, where zero means what was so before; an older library
// sets those of its results to zero.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "paddle/framework/plugin/op_plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

// Counts the versions of this header. A library of the same major number has
// all functions of lower minor ones; its file is libpaddle_c.so.<major>.
#define PADDLE_C_MAJOR 1
#define PADDLE_C_MINOR 0

typedef struct PaddleError PaddleError;      // a status and a message
typedef struct PaddleModel PaddleModel;      // a program and its values
typedef struct PaddleTensor PaddleTensor;    // an array, maybe of sequences
typedef struct PaddleProfile PaddleProfile;  // times of operators
struct DLManagedTensor;                      // as of dlpack.h, version 0

// --- The library and its errors.

// Return the version of the library that is running: that of the header it was
// made of, PADDLE_C_MAJOR * 1000 + PADDLE_C_MINOR, and its own as text, such as
// "0.1.0".
int32_t paddle_c_version(void);
const char* paddle_version(void);

// Return the status of an error, PADDLE_OK for NULL, and what went wrong, ""
// for NULL: the operator, the shapes, expected and found.
PaddleStatus paddle_error_status(const PaddleError* error);
const char* paddle_error_message(const PaddleError* error);
void paddle_error_free(PaddleError* error);
// Returns the name of a status, such as "NotFound"; "Unknown" for others.
const char* paddle_status_name(PaddleStatus status);

// Sets the number of threads that one run uses, 1 or more; at first as many as
// the process may really use. Holds for the process; not to be changed while a
// model runs.
PaddleStatus paddle_set_threads(int32_t threads, PaddleError** error);
// Loads a library of operators and passes (op_plugin.h). Once loaded, it stays;
// models that are loaded later may use its operators.
PaddleStatus paddle_load_op_library(const char* path, PaddleError** error);

// --- Tensors.

typedef struct PaddleTensorInfo {
  size_t size;
  PaddleDataType dtype;
  int32_t rank;
  int64_t dims[PADDLE_MAX_RANK];
  int64_t numel;
  size_t bytes;
  int32_t lod_level;  // levels of sequences; 0 without
  int32_t writable;   // 1 if paddle_tensor_mutable_data gives the elements
} PaddleTensorInfo;
#define PADDLE_TENSOR_INFO_INIT \
  { sizeof(PaddleTensorInfo), 0, 0, {0}, 0, 0, 0, 0 }

// Returns a tensor with memory of its own: a copy of `data`, row-major and
// without gaps, or zeros if it is NULL. `bytes` is the size of all elements and
// must fit `dims`. A bool other than 0 is 1.
PaddleTensor* paddle_tensor_new(PaddleDataType dtype, const int64_t* dims,
                                int32_t rank, const void* data, size_t bytes,
                                PaddleError** error);
// Returns a tensor over memory of the caller, which is never written. Once
// nothing uses it any more, `deleter`, if it is not NULL, is called with
// `argument`: once, on any thread, and not at all if the call fails. Until then
// the elements must not change. `data` is aligned to its elements.
PaddleTensor* paddle_tensor_borrow(PaddleDataType dtype, const int64_t* dims,
                                   int32_t rank, const void* data, size_t bytes,
                                   void (*deleter)(void* argument),
                                   void* argument, PaddleError** error);
void paddle_tensor_free(PaddleTensor* tensor);

PaddleStatus paddle_tensor_info(const PaddleTensor* tensor,
                                PaddleTensorInfo* info, PaddleError** error);
// Return the elements; never NULL but after an error. Only memory of the tensor
// alone may be written: not what was borrowed, shared by DLPack or is in use by
// a run.
const void* paddle_tensor_data(const PaddleTensor* tensor, PaddleError** error);
void* paddle_tensor_mutable_data(PaddleTensor* tensor, PaddleError** error);

// Makes sequences of the rows. lengths[i] are the counts[i] lengths of level i,
// the outermost first; the lengths of a level add up to the number of entries
// of the next, the last ones to the number of rows. No levels: no sequences.
PaddleStatus paddle_tensor_set_lengths(PaddleTensor* tensor, int32_t levels,
                                       const int64_t* const* lengths,
                                       const size_t* counts,
                                       PaddleError** error);
// Writes up to `capacity` lengths of a level to `lengths`, which may be NULL if
// that is 0, and returns how many there are; -1 after an error.
int64_t paddle_tensor_lengths(const PaddleTensor* tensor, int32_t level,
                              int64_t* lengths, size_t capacity,
                              PaddleError** error);

// Share memory with other packages that know DLPack. The first takes over what
// it is given, unless it fails: elements on the CPU, without gaps. The second
// returns what its receiver gives back by its deleter; its lengths are lost.
PaddleTensor* paddle_tensor_from_dlpack(struct DLManagedTensor* managed,
                                        PaddleError** error);
struct DLManagedTensor* paddle_tensor_to_dlpack(const PaddleTensor* tensor,
                                                PaddleError** error);

// --- Models.

typedef struct PaddleLoadOptions {
  size_t size;
  // 0: computes with the numbers that it was saved with. PADDLE_BFLOAT16 or
  // PADDLE_FLOAT16: in 16 bits what is faster so. PADDLE_INT8: products in 8
  // bits where the operators have them. Feeds and fetches stay as they are. Not
  // for a model that trains.
  PaddleDataType dtype;
  // Not 0: as paddle_set_threads, for the process, once the model is loaded.
  int32_t threads;
  // Passes that change the program before it runs. 0 or 1: those that keep
  // every bit. 2: also those that compute sums in another order. -1: none.
  int32_t passes;
  // Not 0: parameters stay in the file, which must not be written meanwhile,
  // and are shared by all processes that load it. Only of a folder.
  int32_t map;
  // Not 0: the weights of an ONNX model become parameters that are trained.
  int32_t trainable;
  int32_t reserved;  // 0
} PaddleLoadOptions;
#define PADDLE_LOAD_OPTIONS_INIT \
  { sizeof(PaddleLoadOptions), 0, 0, 0, 0, 0, 0 }

// Load a model; `options` may be NULL. From a folder with the files `program`
// and `parameters`, which paddle_model_save or pd.io.save_inference_model have
// written; from the bytes of these two files, without values if `parameters` is
// NULL; from an ONNX file. A program that trains is one with its optimizer:
// Program.serialize() and pd.io.save write its two files in Python.
PaddleModel* paddle_model_load(const char* folder,
                               const PaddleLoadOptions* options,
                               PaddleError** error);
PaddleModel* paddle_model_load_bytes(const void* program, size_t program_size,
                                     const void* parameters,
                                     size_t parameters_size,
                                     const PaddleLoadOptions* options,
                                     PaddleError** error);
PaddleModel* paddle_model_load_onnx(const char* path,
                                    const PaddleLoadOptions* options,
                                    PaddleError** error);
// Returns another handle of the model, for another thread: what has been
// compiled and all values are shared.
PaddleModel* paddle_model_clone(const PaddleModel* model, PaddleError** error);
void paddle_model_free(PaddleModel* model);

// A variable of a program.
typedef struct PaddleVariableInfo {
  size_t size;
  const char* name;
  PaddleDataType dtype;
  int32_t rank;
  int64_t dims[PADDLE_MAX_RANK];  // -1: only a run knows
  int32_t lod_level;
  int32_t persistable;  // 1: outlives a run
  int32_t parameter;    // 1: a parameter
  int32_t trainable;    // 1: a parameter that an optimizer may change
} PaddleVariableInfo;
#define PADDLE_VARIABLE_INFO_INIT \
  { sizeof(PaddleVariableInfo), NULL, 0, 0, {0}, 0, 0, 0, 0 }

// Return how many there are, -1 after an error: of what is fed and fetched, as
// the model was saved (all data if it names no feeds), and of the variables
// that outlive a run.
int64_t paddle_model_feed_count(const PaddleModel* model, PaddleError** error);
int64_t paddle_model_fetch_count(const PaddleModel* model, PaddleError** error);
int64_t paddle_model_persistable_count(const PaddleModel* model,
                                       PaddleError** error);
// Describe the i-th of them, or the variable of a name.
PaddleStatus paddle_model_feed(const PaddleModel* model, int64_t i,
                               PaddleVariableInfo* info, PaddleError** error);
PaddleStatus paddle_model_fetch(const PaddleModel* model, int64_t i,
                                PaddleVariableInfo* info, PaddleError** error);
PaddleStatus paddle_model_persistable(const PaddleModel* model, int64_t i,
                                      PaddleVariableInfo* info,
                                      PaddleError** error);
PaddleStatus paddle_model_variable(const PaddleModel* model, const char* name,
                                   PaddleVariableInfo* info,
                                   PaddleError** error);

// Run the model: feeds[i] is the value of feed_names[i], and fetches[i] becomes
// that of fetch_names[i], each a tensor of its own, which the caller frees.
// Without feed_names or fetch_names (NULL) those of the model count, in their
// order. A run computes the fetches and all that has a lasting effect: updates
// of parameters are kept, in all clones. Eval computes only what the fetches
// need, and changes nothing.
PaddleStatus paddle_model_run(PaddleModel* model, const char* const* feed_names,
                              const PaddleTensor* const* feeds,
                              size_t feed_count, const char* const* fetch_names,
                              PaddleTensor** fetches, size_t fetch_count,
                              PaddleError** error);
PaddleStatus paddle_model_eval(PaddleModel* model,
                               const char* const* feed_names,
                               const PaddleTensor* const* feeds,
                               size_t feed_count,
                               const char* const* fetch_names,
                               PaddleTensor** fetches, size_t fetch_count,
                               PaddleError** error);

// --- Training.

// Runs another program, the bytes of Program.serialize(), on the values of the
// model: a startup program gives parameters their first ones.
PaddleStatus paddle_model_initialize(PaddleModel* model, const void* startup,
                                     size_t startup_size, PaddleError** error);
// Return a copy of the value of a persistable variable; set it to a copy of
// one, of the dims and the data type that it has.
PaddleTensor* paddle_model_get(const PaddleModel* model, const char* name,
                               PaddleError** error);
PaddleStatus paddle_model_set(PaddleModel* model, const char* name,
                              const PaddleTensor* value, PaddleError** error);
// Return and set the number of runs so far, to which random numbers are keyed;
// -1 after an error.
int64_t paddle_model_step(const PaddleModel* model, PaddleError** error);
PaddleStatus paddle_model_set_step(PaddleModel* model, int64_t step,
                                   PaddleError** error);

// Save and load the persistable variables, in one file, complete or not at all.
PaddleStatus paddle_model_save_parameters(const PaddleModel* model,
                                          const char* path,
                                          PaddleError** error);
PaddleStatus paddle_model_load_parameters(PaddleModel* model, const char* path,
                                          PaddleError** error);
// Save a model to a folder, complete or not at all; an older model there is
// replaced in one step. The first keeps all of the program, so that it trains
// on where it is loaded again; the second what computes the fetches from the
// feeds, in test mode. What options have changed is not saved.
PaddleStatus paddle_model_save(const PaddleModel* model, const char* folder,
                               PaddleError** error);
PaddleStatus paddle_model_save_inference(
    const PaddleModel* model, const char* folder, const char* const* feed_names,
    size_t feed_count, const char* const* fetch_names, size_t fetch_count,
    PaddleError** error);

// --- Times.

// The runs of one operator on the same shapes; times in nanoseconds.
typedef struct PaddleProfiledOp {
  size_t size;
  const char* type;    // of the operator
  const char* output;  // the name of its first output, "" without
  int64_t calls;
  int64_t total;
  int64_t own;      // without the operators of its blocks
  int64_t longest;  // of one call
  int64_t bytes;    // read and written by one call
} PaddleProfiledOp;
#define PADDLE_PROFILED_OP_INIT \
  { sizeof(PaddleProfiledOp), NULL, NULL, 0, 0, 0, 0, 0 }

// Begin a profile of all that the process runs, on any thread, and end it.
PaddleStatus paddle_profile_start(PaddleError** error);
PaddleProfile* paddle_profile_stop(PaddleError** error);
void paddle_profile_free(PaddleProfile* profile);
// Returns the number of its operators, -1 after an error; describes the i-th.
int64_t paddle_profile_count(const PaddleProfile* profile, PaddleError** error);
PaddleStatus paddle_profile_op(const PaddleProfile* profile, int64_t i,
                               PaddleProfiledOp* op, PaddleError** error);

#ifdef __cplusplus
}  // extern "C"
#endif

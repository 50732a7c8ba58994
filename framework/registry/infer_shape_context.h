// The view of an operator that its shape function has.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

class SymbolTable;

// Describes the inputs of an operator and takes the shapes of its outputs. The
// same shape function runs when an operator is added to a program (sizes may be
// symbols) and when it is run (numbers). It must set dims and data type of
// every output that is present.
class InferShapeContext {
 public:
  virtual ~InferShapeContext() = default;

  virtual const std::string& op_type() const = 0;
  // Return the number of variables in a slot; 0 if it is left out.
  virtual int InputCount(absl::string_view slot) const = 0;
  virtual int OutputCount(absl::string_view slot) const = 0;
  // True if argument i is present (a list may hold empty names).
  virtual bool HasInput(absl::string_view slot, int i = 0) const = 0;
  virtual bool HasOutput(absl::string_view slot, int i = 0) const = 0;

  // Throws NotFound if the argument is absent. For SelectedRows, returns the
  // dims of the dense tensor.
  virtual Dims InputDims(absl::string_view slot, int i = 0) const = 0;
  virtual DataType InputType(absl::string_view slot, int i = 0) const = 0;
  virtual bool InputIsSelectedRows(absl::string_view slot, int i = 0) const = 0;
  // For a tensor array, InputDims returns the dims of its elements while the
  // program is written, and has no meaning while it runs.
  virtual bool InputIsTensorArray(absl::string_view slot, int i = 0) const = 0;

  // Sets dims and data type; does nothing if the output is absent.
  virtual void SetOutput(absl::string_view slot, const Dims& dims,
                         DataType dtype, int i = 0) = 0;
  // Makes the output SelectedRows that represent a tensor of `dims`.
  virtual void SetSelectedRows(absl::string_view slot, const Dims& dims,
                               DataType dtype, int i = 0) = 0;
  // Makes the output a tensor array with elements of `dims`.
  virtual void SetTensorArray(absl::string_view slot, const Dims& dims,
                              DataType dtype, int i = 0) = 0;
  // Makes the output refer to the steps of a loop: it has no data type and no
  // shape.
  virtual void SetStepScopes(absl::string_view slot) = 0;
  // Makes the output a value of any C++ type, without data type and shape.
  virtual void SetRaw(absl::string_view slot) = 0;
  // Gives the output's rows the same sequences as the input's (none, if the
  // input has none).
  virtual void ShareLoD(absl::string_view input, absl::string_view output,
                        int i = 0, int j = 0) = 0;

  // Returns the number of levels of an input's sequences; 0: none.
  virtual int LoDLevels(absl::string_view slot, int i = 0) const = 0;
  // Returns the offsets of the sequences of a level, one more than sequences.
  // Level 0 is the outermost. Only while running; throws OutOfRange for a level
  // that the input does not have.
  virtual absl::Span<const int64_t> Offsets(absl::string_view slot, int level,
                                            int i = 0) const = 0;
  // Give an output sequences of its own: only `levels` counts while the program
  // is written, and only `offsets`, a list per level, while it runs.
  virtual void SetLoDLevels(absl::string_view slot, int levels, int i = 0) = 0;
  virtual void SetLoD(absl::string_view slot,
                      std::vector<std::vector<int64_t>> offsets, int i = 0) = 0;

  // Throws NotFound if the operator has no such attribute.
  virtual const Attribute& attribute(absl::string_view name) const = 0;
  // An internal error if the operator declares another type.
  template <typename T>
  const T& Attr(absl::string_view name) const {
    const T* value = std::get_if<T>(&attribute(name));
    PADDLE_ENFORCE(value != nullptr, Internal, "attribute ", name,
                   " of operator ", op_type(), " is a ",
                   AttrTypeName(TypeOf(attribute(name))));
    return *value;
  }
  DataType DataTypeAttr(absl::string_view name) const {
    return ParseDataType(Attr<std::string>(name));
  }

  // Returns the names of the block that a block attribute (or element i of a
  // list of blocks) refers to, as they are described: sizes may be symbols.
  // Throws Unimplemented in the shape function of an operator whose gradient is
  // a GradOpSchema.
  virtual const SymbolTable& OwnedBlock(absl::string_view attribute,
                                        int i = 0) const;

  virtual SizeAlgebra& sizes() = 0;
  // False while the program is written: sizes may then be symbols.
  virtual bool is_running() const = 0;

  // Gives output `out` the dims, data type and LoD of input `in`.
  void ShareShape(absl::string_view in, absl::string_view out);
  // Returns the product of the sizes, which may be symbols.
  int64_t NumelOf(const Dims& dims);
};

}  // namespace paddle::framework

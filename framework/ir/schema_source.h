// The interface through which the IR learns about operator types; it knows
// none.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/var_kinds.h"

namespace paddle::framework {

namespace proto {
class OpDesc;
}

class SymbolTable;

// An input or output slot of an operator type.
struct SlotProto {
  std::string name;
  std::string comment;
  bool list = false;          // any number of variables
  bool optional = false;      // may be left out
  bool intermediate = false;  // an output only the gradient reads
  bool no_gradient = false;   // labels, indices: never differentiated
  bool shape_only = false;    // an input of which only dims and dtype are read
  // The kinds that each variable of the slot may have. An empty name in a list
  // has any kind.
  VarKinds kinds = {kDenseTensor};
};

// The number of elements that the value of a list attribute must have.
struct ListLength {
  int64_t min = 0;
  int64_t max = std::numeric_limits<int64_t>::max();
  bool or_none = false;  // an empty list is legal as well
  // Another attribute: a list of the same length, or an integer that is the
  // length.
  std::string as;
};

struct AttrProto {
  std::string name;
  std::string comment;
  AttrType type = AttrType::kNone;
  bool is_data_type = false;   // a string that names a DataType
  Attribute default_value;     // monostate: required
  absl::optional<double> min;  // of a number, or of each in a list
  absl::optional<double> max;
  bool min_exclusive = false;
  bool max_exclusive = false;
  std::vector<std::string> choices;   // of a string; empty: any
  absl::optional<ListLength> length;  // of a list, which always has one
};

// The schema of an operator type, which is also its documentation.
struct OpProto {
  std::string type;
  std::string comment;
  std::vector<SlotProto> inputs;
  std::vector<SlotProto> outputs;
  std::vector<AttrProto> attrs;
  int version = 1;

  // (output, input): the output *is* the input variable, updated in place, as
  // ParamOut is Param. Such a pair may share one name.
  std::vector<std::pair<std::string, std::string>> updates;
  // (output, input): the output may reuse the input's memory.
  std::vector<std::pair<std::string, std::string>> reuses;
  // The input whose data type selects the kernel; "" means the first input, or
  // the attribute "dtype" of an operator without inputs.
  std::string kernel_type_slot;
  bool random = false;           // draws random numbers
  bool lasting_effect = false;   // does something beyond its outputs (print)
  bool value_dependent = false;  // output sizes depend on input values
  bool has_gradient = false;
  std::string gradient_of;  // a gradient operator: its forward type

  const SlotProto* FindInput(absl::string_view name) const;
  const SlotProto* FindOutput(absl::string_view name) const;
  const AttrProto* FindAttr(absl::string_view name) const;
  // Returns the input that an output updates in place, or "".
  std::string UpdatedInput(absl::string_view output) const;
};

// Looks up schemas by operator type; implemented by the registry. Thread safe
// after static initialization.
class SchemaSource {
 public:
  virtual ~SchemaSource() = default;

  // Returns null for an unknown type.
  virtual const OpProto* Find(absl::string_view type) const = 0;
  // Returns the known types, sorted.
  virtual std::vector<std::string> Types() const = 0;
  // Checks the slots (required ones present, single ones single, none unknown)
  // and the attributes (known; type, length and range right), and writes
  // defaults into the message. Errors name the operator, the slot or attribute,
  // and the legal values.
  virtual void CheckAndComplete(proto::OpDesc* op) const = 0;
  // Runs the shape function in the block of `table`: sets dims, data type, kind
  // and lod_level of the operator's outputs, which must exist there.
  virtual void InferShape(const proto::OpDesc& op,
                          SymbolTable* table) const = 0;
};

// Returns "2 elements", "1 to 9 elements", "as many elements as axes, or none",
// or "" if any number is legal.
std::string LengthText(const ListLength& length);

// Returns the schema of a type; throws NotFound, suggesting similar types, if
// it is unknown.
const OpProto& FindOpProto(const SchemaSource& schemas, absl::string_view type);

}  // namespace paddle::framework

// The generic call: writes an operator of any type.
//
//   Variable y = Op("relu", {{"X", x}});
//   Outputs top = AppendOp("top_k", {{"X", x}}, {{"k", 5}});
//   Variable indices = top["Indices"];
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

using framework::AttributeMap;

// The variables bound to one slot. An invalid variable in a single slot leaves
// the slot out.
struct SlotVariables {
  SlotVariables(std::string slot, Variable variable);
  SlotVariables(std::string slot, std::vector<Variable> variables);

  std::string slot;
  std::vector<Variable> variables;
};
using SlotList = std::vector<SlotVariables>;

// The outputs of a call, by slot.
class Outputs {
 public:
  void Add(std::string slot, std::vector<Variable> variables);
  // The only variable of a slot; NotFound for a slot that was not made,
  // InvalidArgument for one that holds several.
  const Variable& operator[](absl::string_view slot) const;
  // All variables of a slot; none if it was not made.
  std::vector<Variable> List(absl::string_view slot) const;
  // The variable of the first slot that the operator declares.
  const Variable& First() const;

 private:
  std::vector<std::pair<std::string, std::vector<Variable>>> slots_;
};

struct OpOptions {
  // Outputs to write to, instead of new variables.
  SlotList outputs;
  // How many variables an output slot gets, where that does not go without
  // saying: lists (no default) and optional outputs (default: none, but one if
  // the gradient reads it).
  std::vector<std::pair<std::string, int>> counts;
  // New variables are called "<prefix>.tmp_<k>"; "": a unique name made from
  // the operator type.
  std::string prefix;
};

// Writes an operator to the program of its inputs (the default main program if
// it has none), into the current block. Outputs are, in this order: as given;
// the input that the operator declares to update in place; a new variable.
// Errors are those of Program::AppendOp, and InvalidArgument if the inputs
// belong to different programs or cannot be seen from the current block.
Outputs AppendOp(const std::string& type, const SlotList& inputs,
                 const AttributeMap& attrs = {}, const OpOptions& options = {});

// The same for operators with one output that matters, the first one.
Variable Op(const std::string& type, const SlotList& inputs,
            const AttributeMap& attrs = {}, const OpOptions& options = {});

// "fc_0", "fc_1", ...: what the variables of one layer are called after, in
// the program that Op would write to. A given name is kept.
std::string LayerName(const std::string& type, const std::string& name = "",
                      const std::vector<Variable>& inputs = {});

}  // namespace paddle::layer

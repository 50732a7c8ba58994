// Writes an operator of any type by a generic call.
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

// The variables in one slot. An invalid variable as the only one leaves the
// slot out.
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
  // Returns the only variable of a slot; throws NotFound if the slot has none
  // and InvalidArgument if it has several.
  const Variable& operator[](absl::string_view slot) const;
  // Returns all variables of a slot, if any.
  std::vector<Variable> List(absl::string_view slot) const;
  // Returns the variable of the first slot that the operator declares.
  const Variable& First() const;

 private:
  std::vector<std::pair<std::string, std::vector<Variable>>> slots_;
};

struct OpOptions {
  // Outputs to write to, instead of new variables.
  SlotList outputs;
  // The number of variables in output slots where it is not obvious: lists (no
  // default) and optional outputs (default: none, but one if the gradient reads
  // it).
  std::vector<std::pair<std::string, int>> counts;
  // New variables are named "<prefix>.tmp_<k>"; "" means a unique name made
  // from the operator type.
  std::string prefix;
};

// Writes an operator to the program of its inputs (without inputs, the default
// main program), into the current block. Each output is, in this order of
// preference, the one given, the input that the operator declares to update in
// place, or a new variable. Throws the errors of Program::AppendOp, and
// InvalidArgument if the inputs belong to different programs or are not visible
// from the current block.
Outputs AppendOp(const std::string& type, const SlotList& inputs,
                 const AttributeMap& attrs = {}, const OpOptions& options = {});

// Writes the operator of a construct that has blocks, such as "rnn", and
// returns its outputs: `count` variables, called after the construct, in the
// slot Out.
std::vector<Variable> AppendConstruct(const std::string& construct,
                                      const std::string& type,
                                      const SlotList& inputs,
                                      const AttributeMap& attrs, size_t count);

// Writes an operator and returns its first output, for operators of which only
// that one matters.
Variable Op(const std::string& type, const SlotList& inputs,
            const AttributeMap& attrs = {}, const OpOptions& options = {});

// Returns "fc_0", "fc_1", ...: the prefix for variables of one layer in the
// program that Op would write to. A given name is returned unchanged.
std::string LayerName(const std::string& type, const std::string& name = "",
                      const std::vector<Variable>& inputs = {});

}  // namespace paddle::layer

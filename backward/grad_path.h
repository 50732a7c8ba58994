// Finds the operators and variables of a block that gradients flow through.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/use_def.h"

namespace paddle::backward {

using NameSet = absl::flat_hash_set<std::string>;

// True if a variable holds floating-point numbers: no other has a gradient.
bool CanHaveGradient(const framework::proto::VarDesc& var);

// Returns where an operator was written, to end a message: " (x.py, line 3: y =
// pd.layer.fc(x))", or "" if that is unknown.
std::string WrittenAt(const framework::proto::OpDesc& op);

// The operators of one block on paths from the `sources` (whose gradients are
// wanted) to the `targets`, and the variables between them. Immutable.
//
// A path ends at a variable that is marked stop_gradient, is in `no_grad` or is
// not floating-point, and at an operator or slot without gradient. A source
// that is marked stop_gradient still gets its gradient.
//
// A gradient operator that has no gradient of its own stays on the path, so
// that a second-order gradient that does not exist is an error and not a silent
// zero. If it reads intermediate results of its forward operator, such as the
// steps of a loop, it counts as reading all of that operator's inputs.
//
// Throws Unimplemented, naming operator and variable, if a variable on the path
// is updated in place between two uses, because one gradient cannot represent
// both values.
class GradPath {
 public:
  // Keeps a reference to the block of `program`, which must outlive this
  // object. Ignores the operators before `first_op`.
  GradPath(const framework::Program& program, int block,
           const framework::NameList& sources,
           const framework::NameList& targets, const NameSet& no_grad,
           int first_op = 0);

  // Returns the number of operators the block had when the path was found;
  // those appended later are not on it.
  int num_ops() const { return static_cast<int>(on_path_.size()); }
  bool OnPath(int op) const { return on_path_[op]; }
  // True if the variable gets a gradient.
  bool Carries(const std::string& var) const { return carried_.contains(var); }
  // True if a gradient flows from the outputs of an operator back to the
  // variables in an input slot: they depend on the values, not on the shape
  // alone.
  bool TakesGradient(const framework::proto::OpDesc& op,
                     absl::string_view slot) const;
  // Returns the number of contributions to the variable's gradient: how often
  // the operators on the path read it, with repeated arguments.
  int NumUses(const std::string& var) const;
  // Returns the first operator on the path that reads it, which is the last to
  // contribute to its gradient; -1 if there is none (a target).
  int FirstReader(const std::string& var) const;
  // Returns the last operator, on the path or not, that updates the variable in
  // place; -1 if there is none.
  int LastUpdate(const std::string& var) const;

  // Returns the end of an error message: why no gradient reaches any source.
  std::string ExplainNoGradient() const;

 private:
  bool Blocks(const std::string& var) const;
  bool Differentiable(int op) const;
  bool ReadsIntermediates(const framework::proto::OpDesc& op) const;
  framework::NameList DifferentiableInputs(int op) const;
  framework::NameList DifferentiableOutputs(int op) const;
  std::vector<framework::Captures> Flow() const;
  void SweepForward(const framework::NameList& sources);
  void SweepBackward(const framework::NameList& targets);
  int FirstOnPath(const std::vector<int>& ops) const;
  bool UsedAfter(const std::string& var, int update) const;
  void CheckUpdates() const;
  void CheckUpdate(const std::string& var, int update) const;

  const framework::SymbolTable& table_;
  const framework::proto::BlockDesc& block_;
  const NameSet no_grad_;
  const framework::NameList targets_;
  const int first_op_;
  const framework::UseDef slots_;
  const framework::UseDef flow_;  // of the slots that pass gradients on
  NameSet reached_;               // from the sources
  std::vector<bool> on_path_;
  NameSet carried_;
};

}  // namespace paddle::backward

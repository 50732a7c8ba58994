// Finds the part of a block that gradients flow through.
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

// True if a variable can have a gradient at all: it holds floating-point
// numbers.
bool CanHaveGradient(const framework::proto::VarDesc& var);

// Returns where an operator was written, to end a message: " (x.py, line 3: y =
// pd.layer.fc(x))", or "" if that is unknown.
std::string WrittenAt(const framework::proto::OpDesc& op);

// The operators of one block on paths from the `sources` (whose gradients are
// wanted) to the `targets`, and the variables between them. Immutable.
//
// No path leaves a variable that is marked stop_gradient, is in `no_grad` or is
// not floating-point, or passes through an operator or slot without gradient. A
// source that is marked stop_gradient still gets its gradient. Gradient
// operators are on the path even if they have no gradient of their own, which
// is then not zero but missing; and the intermediate results of their forward
// operator that they read, such as the steps of a loop, count as reads of all
// its inputs.
//
// Throws Unimplemented, naming operator and variable, if a variable on the path
// is updated in place between two uses, because one gradient cannot represent
// both values.
class GradPath {
 public:
  // Ignores the operators before `first_op`.
  GradPath(const framework::Program& program, int block,
           const framework::NameList& sources,
           const framework::NameList& targets, const NameSet& no_grad,
           int first_op = 0);

  // Operators from this index on are irrelevant.
  int num_ops() const { return static_cast<int>(on_path_.size()); }
  bool OnPath(int op) const { return on_path_[op]; }
  // True if the variable gets a gradient.
  bool Carries(const std::string& var) const { return carried_.contains(var); }
  // True if the outputs of an operator of the block can depend on the values in
  // an input slot.
  bool TakesGradient(const framework::proto::OpDesc& op,
                     absl::string_view slot) const;
  // Returns how many arguments of operators on the path read the variable.
  int NumUses(const std::string& var) const;
  // Returns the first operator on the path that reads it, which is the last to
  // contribute to its gradient; -1 if there is none (a target).
  int FirstReader(const std::string& var) const;
  // Returns the last operator that updates the variable in place, or -1.
  int LastUpdate(const std::string& var) const;

  // Explains in messages why no gradient reaches any source.
  std::string WhyNone() const;

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
  const framework::UseDef flow_;  // through what has gradients alone
  NameSet reached_;               // from the sources
  std::vector<bool> on_path_;
  NameSet carried_;
};

}  // namespace paddle::backward

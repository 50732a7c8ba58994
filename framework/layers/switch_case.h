// Branches on single conditions: one of several blocks runs, or none.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "paddle/framework/layers/branch_blocks.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Writes an operator `switch`:
//
//   Switch sw;
//   sw.BeginCase(less_than(step, 1000));
//   sw.Output({fill_constant({1}, DataType::kFloat32, 0.1)});
//   sw.EndBlock();
//   sw.BeginDefault();
//   sw.Output({fill_constant({1}, DataType::kFloat32, 0.01)});
//   sw.EndBlock();
//   Variable rate = sw()[0];
//
// The block of the first condition that holds runs, and no other. All have the
// same number of outputs, of the same kinds, data types and ranks. A block that
// prints, or updates parameters, needs no output. If a block is not finished,
// or sw() is not called or fails, the blocks leave no trace in the program. A
// method called out of place, or after a block was taken back, throws
// FailedPrecondition. Not thread safe.
class Switch {
 public:
  // Throws InvalidArgument for a condition that is not one bool, and
  // FailedPrecondition while a block is open, after the default, or in another
  // place than the first case.
  void BeginCase(const Variable& condition);
  // Throws FailedPrecondition before the first case, or for a second default.
  void BeginDefault();
  void EndBlock() { blocks_.EndBlock(); }
  // Removes all blocks after a body failed; nothing can be called afterwards.
  void Abandon() noexcept { blocks_.Abandon(); }

  // Adds outputs of the block that is open.
  void Output(const std::vector<Variable>& variables) {
    blocks_.Output(variables);
  }

  bool called() const { return blocks_.called(); }
  // True if a block has outputs.
  bool has_outputs() const;

  // Writes the operator; called once, after the blocks and in the place where
  // they began. `otherwise` are the outputs if no condition holds and there is
  // no default. Throws InvalidArgument for different numbers of outputs.
  std::vector<Variable> operator()(const std::vector<Variable>& otherwise = {});

 private:
  bool has_default() const { return blocks_.size() > conditions_.size(); }
  void Begin();
  void CheckOutputs(size_t otherwise) const;
  std::vector<Variable> Append(const std::vector<Variable>& otherwise);

  std::vector<Variable> conditions_;
  BranchBlocks blocks_{"a", "switch"};
};

// Writes the body of a branch and returns its outputs.
using BranchFunction = std::function<std::vector<Variable>()>;

// Returns the outputs of `on_true` if the condition, one bool, holds, else
// those of `on_false`. Each is called once, to write its block; only one of the
// blocks runs. If `on_false` is null, `otherwise` are its outputs. See operator
// `conditional_block`. Throws InvalidArgument like Switch; an exception of a
// function leaves no trace in the program.
std::vector<Variable> cond(const Variable& condition,
                           const BranchFunction& on_true,
                           const BranchFunction& on_false = nullptr,
                           const std::vector<Variable>& otherwise = {});

}  // namespace paddle::layer

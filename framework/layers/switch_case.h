// Branching on single conditions: one of several blocks runs, or none.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

//   Switch sw;
//   sw.BeginCase(less_than(step, 1000));
//   sw.Output({fill_constant({1}, DataType::kFloat32, 0.1)});
//   sw.EndBlock();
//   sw.BeginDefault();
//   sw.Output({fill_constant({1}, DataType::kFloat32, 0.01)});
//   sw.EndBlock();
//   Variable rate = sw()[0];
//
// The block of the first condition that holds runs, and no other. Each has the
// same number of outputs, of the same kinds, data types and ranks. A block that
// prints, or updates parameters, needs no output. See operator `switch`. If a
// block is not finished, or sw() is not called or fails, no trace of the blocks
// stays in the program. A method called where it does not belong, or after a
// block was taken back, is a FailedPrecondition. Not thread safe.
class Switch {
 public:
  Switch() = default;
  ~Switch();

  // InvalidArgument for a condition that is not one bool; FailedPrecondition
  // while a block is open, behind the default, or elsewhere than where the
  // first case began.
  void BeginCase(const Variable& condition);
  // FailedPrecondition before the first case, or for a second default.
  void BeginDefault();
  void EndBlock();
  // Takes all blocks back (a body failed); nothing can be called then.
  void Abandon() noexcept;

  // Inside a block: the next outputs.
  void Output(const std::vector<Variable>& variables);

  bool called() const { return called_; }
  // Whether a block has outputs.
  bool has_outputs() const;

  // Once, behind the blocks and where they began: writes the operator.
  // `otherwise`: the outputs where no condition holds, if there is no default.
  // InvalidArgument for different numbers of outputs.
  std::vector<Variable> operator()(const std::vector<Variable>& otherwise = {});

 private:
  struct Case {
    std::unique_ptr<BlockBuilder> body;
    int outputs = 0;
  };

  bool has_default() const { return cases_.size() > conditions_.size(); }
  bool is_open() const {
    return !cases_.empty() && cases_.back().body->is_open();
  }
  void CheckWritable(const char* what) const;
  void Begin();
  void CheckOutputs(size_t otherwise) const;
  std::vector<Variable> Append(const std::vector<Variable>& otherwise);

  std::vector<Variable> conditions_;
  std::vector<Case> cases_;
  bool called_ = false;
  bool abandoned_ = false;
};

// What a branch computes: its outputs.
using BranchFunction = std::function<std::vector<Variable>()>;

// The outputs of `on_true` if the condition, one bool, holds, else those of
// `on_false`: each is called once, to write its block; only one of the blocks
// runs. `on_false` may be null: then `otherwise` are the outputs. See operator
// `conditional_block`. InvalidArgument as for a Switch; an exception of a
// function leaves no trace in the program.
std::vector<Variable> cond(const Variable& condition,
                           const BranchFunction& on_true,
                           const BranchFunction& on_false = nullptr,
                           const std::vector<Variable>& otherwise = {});

}  // namespace paddle::layer

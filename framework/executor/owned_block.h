// How the kernel of a control-flow operator runs the blocks it owns.
//
//   class LoopKernel : public framework::OpKernel {
//    public:
//     explicit LoopKernel(const framework::OpArguments& arguments)
//         : OpKernel(arguments), body_(arguments, "block") {}
//     void Compute(const framework::KernelContext& ctx) const override {
//       framework::BlockRun run(body_, ctx);
//       for (int64_t t = 0; t < 3; ++t) {
//         *run.argument(0)->GetMutable<framework::LoDTensor>() = ...;
//         run.Step(t);
//         ... run.result(0)->Get<framework::LoDTensor>() ...
//         if (body_.records()) run.Save(steps);
//       }
//     }
//    private:
//     framework::OwnedBlock body_;
//   };
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/frame.h"
#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/step_scopes.h"

namespace paddle::framework {

// A block attribute of an operator, made when the operator is compiled.
// Immutable; the arguments must outlive it.
class OwnedBlock {
 public:
  // `i`: which one of an attribute that lists blocks. InvalidArgument if the
  // block reads an outer variable whose value stands in no slot of the
  // operator, or if a slot has an empty place, except those of gradients.
  OwnedBlock(const OpArguments& arguments, absl::string_view attribute,
             int i = 0);

  int num_arguments() const {
    return static_cast<int>(block_.arguments().size());
  }
  int num_results() const { return static_cast<int>(block_.results().size()); }
  const CompiledBlock::Slot& argument(int i) const {
    return block_.slots()[block_.arguments()[i]];
  }
  const CompiledBlock::Slot& result(int i) const {
    return block_.slots()[block_.results()[i]];
  }
  // Whether there is a gradient block that will ask for the steps.
  bool records() const { return block_.has_gradient(); }
  // The steps in slot `scopes` of the operator, all forgotten; null if the slot
  // is left out.
  StepScopes* BeginSteps(const KernelContext& context, SlotRange scopes) const;
  const std::shared_ptr<const NameList>& saved_names() const {
    return saved_names_;
  }

  const CompiledBlock& block() const { return block_; }

 private:
  friend class BlockRun;

  const CompiledBlock& block_;
  std::vector<int> captured_;  // arguments of the operator
  std::shared_ptr<const NameList> saved_names_;
};

// One run of an operator over one of its blocks, of any number of steps. Takes
// a frame, used again and again, and gives it back (not after an exception).
class BlockRun {
 public:
  BlockRun(const OwnedBlock& block, const KernelContext& context);
  ~BlockRun();
  BlockRun(const BlockRun&) = delete;
  BlockRun& operator=(const BlockRun&) = delete;

  // To be set before each step; the block does not write to the memory of what
  // it is given.
  Variable* argument(int i) const { return frame_->var(arguments_[i]); }
  // Valid until the next step or Save; may be an argument or an outer variable.
  // A tensor has memory of its own, and may be moved or shared.
  Variable* result(int i) const { return frame_->var(results_[i]); }

  // Runs the block. `iteration` tells the steps of a run apart: each has random
  // numbers of its own.
  void Step(int64_t iteration);

  // Moves what the gradient block reads of the last step to a new step; the
  // arguments and results are empty afterwards, as far as they are among that.
  void Save(StepScopes* steps);
  // For the run of a gradient block: lets it see a step. Takes the values out
  // of `steps`; the next Load, or Unload, gives them back.
  void Load(StepScopes* steps, int64_t step);
  void Unload();

 private:
  void FindLinks(const StepScopes& steps);
  void SwapLinks();

  const OwnedBlock& block_;
  const std::vector<int>& arguments_;
  const std::vector<int>& results_;
  const KernelContext& context_;
  const int exceptions_;
  std::unique_ptr<Frame> frame_;
  std::vector<int> links_;  // of each forward link, the place in a step
  StepScopes* loaded_ = nullptr;
  int64_t loaded_step_ = 0;
};

}  // namespace paddle::framework

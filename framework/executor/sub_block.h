// Lets the kernel of a control-flow operator run the blocks it owns.
//
//   class LoopKernel : public framework::OpKernel {
//    public:
//     explicit LoopKernel(const framework::OpArguments& arguments)
//         : OpKernel(arguments), body_(arguments, "block") {}
//     void Compute(const framework::KernelContext& ctx) const override {
//       framework::SubBlockRun run(body_, ctx);
//       for (int64_t t = 0; t < 3; ++t) {
//         *run.argument(0)->GetMutable<framework::LoDTensor>() = ...;
//         run.Step(t);
//         ... run.result(0)->Get<framework::LoDTensor>() ...
//         if (body_.records()) run.Save(steps);
//       }
//     }
//    private:
//     framework::SubBlock body_;
//   };
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/frame.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/slot_range.h"
#include "paddle/framework/executor/step_scopes.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// A block attribute of an operator: the compiled block, and the frames of its
// runs. Made with the kernel; immutable to its user, and thread safe. The
// arguments outlive it.
class SubBlock {
 public:
  // `i`: which one of an attribute that lists blocks. InvalidArgument if the
  // block reads an outer variable whose value is in no slot of the operator, or
  // if a slot has an empty place, except those of gradients.
  SubBlock(const OpArguments& arguments, absl::string_view attribute,
           int i = 0);

  int num_arguments() const { return static_cast<int>(arguments_.size()); }
  int num_results() const { return static_cast<int>(results_.size()); }
  const OpArguments::Var& argument(int i) const { return arguments_[i]; }
  const OpArguments::Var& result(int i) const { return results_[i]; }
  // How the program describes them: with the dims of one step, and levels.
  const proto::VarDesc& described_argument(int i) const;
  const proto::VarDesc& described_result(int i) const;

  // Returns whether a result is an outer variable, which the block captures.
  bool IsCaptured(int result) const;
  // Returns whether a step makes the value of a result for nobody else: it is
  // no argument or outer variable, no gradient block reads it, and it is not
  // another result, too. Its memory may be taken, or shared.
  bool OwnsResult(int result) const;

  // Whether there is a gradient block that will ask for the steps.
  bool records() const { return block().boundary().has_gradient; }
  // Returns the steps in slot `scopes` of the operator, all forgotten; null if
  // the slot is left out.
  StepScopes* BeginSteps(const KernelContext& context, SlotRange scopes) const;
  const std::shared_ptr<const NameList>& saved_names() const {
    return saved_names_;
  }

 private:
  friend class SubBlockRun;

  const CompiledBlock& block() const { return frames_->block(); }

  std::unique_ptr<FramePool> frames_;
  std::vector<OpArguments::Var> arguments_;
  std::vector<OpArguments::Var> results_;
  std::vector<int> captures_;  // as arguments of the operator
  std::shared_ptr<const NameList> saved_names_;
};

// One run of an operator over one of its blocks, of any number of steps. Takes
// a frame, used again and again, and gives it back (not after an exception).
// Used by one thread; block and context outlive it.
class SubBlockRun {
 public:
  SubBlockRun(const SubBlock& block, const KernelContext& context);
  ~SubBlockRun();
  SubBlockRun(const SubBlockRun&) = delete;
  SubBlockRun& operator=(const SubBlockRun&) = delete;

  // To be set before each step; the block does not write to the memory of what
  // it is given.
  Variable* argument(int i) const {
    return frame_->var(boundary_.arguments[i]);
  }
  // Valid until the next step or Save; may be an argument or an outer variable.
  // A tensor has memory of its own, and may be moved or shared.
  Variable* result(int i) const { return frame_->var(boundary_.results[i]); }

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

  const CompiledBlock& block_;
  const CompiledBlock::Boundary& boundary_;
  FramePool& frames_;
  const KernelContext& context_;
  const int exceptions_;
  std::unique_ptr<Frame> frame_;
  std::vector<int> links_;  // of each forward link, the place in a step
  StepScopes* loaded_ = nullptr;
  int64_t loaded_step_ = 0;
};

}  // namespace paddle::framework

// Runs the blocks of a control-flow operator from its kernel.
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

// A block attribute of an operator: the compiled block and the frames of its
// runs. Made with the kernel. Thread safe. `arguments` must outlive it.
class SubBlock {
 public:
  // Opens the block, number `i` if the attribute lists several. Throws
  // InvalidArgument if the block reads an outer variable whose value is in no
  // slot of the operator, or if a slot other than a gradient has an empty
  // place.
  SubBlock(const OpArguments& arguments, absl::string_view attribute,
           int i = 0);

  int num_arguments() const { return static_cast<int>(arguments_.size()); }
  int num_results() const { return static_cast<int>(results_.size()); }
  const OpArguments::Var& argument(int i) const { return arguments_[i]; }
  const OpArguments::Var& result(int i) const { return results_[i]; }
  // Return their descriptions in the program, with the shape of one step.
  const proto::VarDesc& described_argument(int i) const;
  const proto::VarDesc& described_result(int i) const;

  // True if a result is an outer variable, which the block captures.
  bool IsCaptured(int result) const;
  // True if a step computes a result for nobody else: it is no argument and no
  // outer variable, no gradient block reads it, and it is a result only once.
  // Its memory may be taken or shared.
  bool OwnsResult(int result) const;

  // True if a gradient block will read the steps.
  bool records() const { return block().boundary().has_gradient; }
  // Returns the steps in slot `scopes` of the operator, cleared; null if the
  // slot is omitted.
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
// a frame from the pool and returns it, except after an exception. Used by one
// thread; `block` and `context` must outlive it.
class SubBlockRun {
 public:
  SubBlockRun(const SubBlock& block, const KernelContext& context);
  ~SubBlockRun();
  SubBlockRun(const SubBlockRun&) = delete;
  SubBlockRun& operator=(const SubBlockRun&) = delete;

  // Set before each step. The block does not write to the memory of these
  // values.
  Variable* argument(int i) const {
    return frame_->var(boundary_.arguments[i]);
  }
  // Valid until the next Step or Save; may be an argument or an outer variable.
  // A tensor has memory of its own, which may be moved or shared.
  Variable* result(int i) const { return frame_->var(boundary_.results[i]); }

  // Runs the block. `iteration` numbers the steps of a run: each has random
  // numbers of its own.
  void Step(int64_t iteration);

  // Moves the values of the last step that the gradient block reads to a new
  // step of `steps`; arguments and results among them are empty afterwards.
  void Save(StepScopes* steps);
  // For gradient blocks: makes a saved step visible. Takes the values out of
  // `steps`; the next Load, or Unload, puts them back.
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
  std::vector<int> links_;  // for each forward link, its index in a step
  StepScopes* loaded_ = nullptr;
  int64_t loaded_step_ = 0;
};

}  // namespace paddle::framework

#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/control_flow/branch_kernel.h"
#include "paddle/operators/control_flow/gradient_sum.h"
#include "paddle/operators/control_flow/mask_partition.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;
using framework::SlotRange;
using framework::SubBlock;
using framework::SubBlockRun;
using kernels::Mask;

class IfelseGradKernel final : public framework::OpKernel {
 public:
  explicit IfelseGradKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments),
        wanted_(WantedOfBlocks(arguments)),
        true_{true, arguments.InputRange("TrueInputs"),
              arguments.OutputRange("TrueInputs@GRAD"),
              arguments.InputRange("TrueScopes"),
              SubBlock(arguments, "blocks", 0)},
        false_{false, arguments.InputRange("FalseInputs"),
               arguments.OutputRange("FalseInputs@GRAD"),
               arguments.InputRange("FalseScopes"),
               SubBlock(arguments, "blocks", 1)} {
    for (int i = 0; i < outs_.size(); ++i) {
      if (IsFloating(arguments.InputRange("Out"), i)) floating_.push_back(i);
    }
    CheckBranch(true_);
    CheckBranch(false_);
  }

  void Compute(const KernelContext& context) const override {
    const LoDTensor condition = framework::OnCPU(condition_(context));
    const Mask mask = ConditionMask(condition);
    CaptureGrads captures(arguments(), context);
    for (const Branch* branch : {&true_, &false_}) {
      // A block without items did not run forward, so there is nothing to load.
      if (NumItems(mask, branch->part) > 0) {
        RunBranch(context, *branch, mask, &captures);
      } else {
        SkipBranch(context, *branch);
      }
    }
    captures.Finish();
  }

 private:
  struct Branch {
    bool part;
    SlotRange inputs;
    SlotRange grads;
    SlotRange scopes;
    SubBlock block;
  };

  bool IsFloating(SlotRange slot, int i) const {
    return framework::IsFloating(arguments().var(slot.begin + i).dtype);
  }

  const std::vector<int64_t>& WantedOf(const Branch& branch) const {
    return wanted_[branch.part ? 0 : 1];
  }

  void CheckBranch(const Branch& branch) const {
    // Integers, such as labels, have no gradient, and no result of the block.
    size_t results = WantedOf(branch).size();
    for (int i = 0; i < branch.inputs.count; ++i) {
      if (IsFloating(branch.inputs, i)) ++results;
    }
    PADDLE_ENFORCE(branch.block.num_arguments() == floating_.size() &&
                       branch.block.num_results() == results,
                   InvalidArgument, "a gradient block of ifelse has ",
                   branch.block.num_arguments(), " arguments and ",
                   branch.block.num_results(),
                   " results, which do not fit its slots");
  }

  // Returns the gradient of input i of a branch, null if it is not wanted.
  LoDTensor* GradOf(const KernelContext& context, const Branch& branch,
                    int i) const {
    const int argument = branch.grads.begin + i;
    const bool wanted =
        i < branch.grads.count && !arguments().var(argument).name.empty();
    return wanted ? context.var(argument)->GetMutable<LoDTensor>() : nullptr;
  }

  void SkipBranch(const KernelContext& context, const Branch& branch) const {
    for (int i = 0; i < branch.grads.count; ++i) {
      LoDTensor* grad = GradOf(context, branch, i);
      if (grad != nullptr) SetZero(context.device(), grad);
    }
  }

  void RunBranch(const KernelContext& context, const Branch& branch, Mask mask,
                 CaptureGrads* captures) const {
    auto* scopes = framework::StepScopesOf(context.var(branch.scopes.begin));
    SubBlockRun run(branch.block, context);
    run.Load(scopes, 0);
    for (size_t k = 0; k < floating_.size(); ++k) {
      const int i = floating_[k];
      // Without a gradient of the output, SelectByMask gives zeros of the part.
      const bool given = i < out_grads_.size() && out_grads_.present(i);
      *run.argument(static_cast<int>(k))->GetMutable<LoDTensor>() =
          SelectByMask(context, outs_(context, i),
                       given ? &out_grads_(context, i) : nullptr, mask,
                       branch.part);
    }
    run.Step(0);
    int result = 0;
    for (int i = 0; i < branch.inputs.count; ++i) {
      // Results are numbered without the inputs that have no gradient.
      if (!IsFloating(branch.inputs, i)) continue;
      const auto& rows = run.result(result++)->Get<LoDTensor>();
      LoDTensor* grad = GradOf(context, branch, i);
      if (grad == nullptr) continue;
      const auto& x = context.var(branch.inputs.begin + i)->Get<LoDTensor>();
      ScatterByMask(context, x, rows, mask, branch.part, grad);
    }
    captures->Add(run, result, &WantedOf(branch));
  }

  const Input condition_{this, "Condition"};
  const InputList outs_{this, "Out"};
  const InputList out_grads_{this, "Out@GRAD"};
  const std::vector<std::vector<int64_t>> wanted_;
  const Branch true_;
  const Branch false_;
  std::vector<int> floating_;  // outputs that have gradients
};

}  // namespace

REGISTER_OPERATOR(ifelse_grad, IfelseGradKernel);

}  // namespace paddle::operators

#include <utility>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/control_flow/block_values.h"
#include "paddle/operators/control_flow/gradient_sum.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;
using framework::StepScopes;
using framework::SubBlockRun;
using framework::Variable;
using framework::VariableValue;

class WhileGradKernel final : public framework::OpKernel {
 public:
  explicit WhileGradKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "block") {
    for (int i = 0; i < carried_.count; ++i) {
      const auto& var = this->arguments().var(carried_.begin + i);
      if (framework::IsFloating(var.dtype)) floating_.push_back(i);
    }
    const int wanted = this->arguments().InputRange("Wanted").count;
    const int flows = static_cast<int>(floating_.size());
    PADDLE_ENFORCE(block_.num_arguments() == flows &&
                       block_.num_results() == flows + wanted &&
                       outs_.count == carried_.count,
                   InvalidArgument, "the gradient block of while has ",
                   block_.num_arguments(), " arguments and ",
                   block_.num_results(), " results, which do not fit its ",
                   flows, " carried values and ", wanted, " captures");
  }

  void Compute(const KernelContext& ctx) const override {
    auto* scopes = framework::StepScopesOf(ctx.var(scopes_.begin));
    CaptureGrads captures(arguments(), ctx);
    std::vector<VariableValue> flows = OutputGrads(ctx);
    const int count = static_cast<int>(floating_.size());
    // Runs the steps backwards; the run ends before Finish, whose copies may be
    // of its memory.
    {
      SubBlockRun run(block_, ctx);
      for (int64_t step = scopes->size() - 1; step >= 0; --step) {
        run.Load(scopes, step);
        // The gradients after a step are the arguments of its gradient block,
        // and the results those before it.
        for (int k = 0; k < count; ++k) run.argument(k)->Swap(&flows[k]);
        run.Step(step);
        for (int k = 0; k < count; ++k) ShareValue(*run.result(k), &flows[k]);
        captures.Add(run, count);
      }
    }
    for (int k = 0; k < count; ++k) Finish(ctx, floating_[k], &flows[k]);
    captures.Finish();
  }

 private:
  // Returns the gradients of the carried values after the last iteration.
  std::vector<VariableValue> OutputGrads(const KernelContext& ctx) const {
    std::vector<VariableValue> grads(floating_.size());
    for (size_t k = 0; k < floating_.size(); ++k) {
      const int i = floating_[k];
      const int given = out_grads_.begin + i;
      if (i < out_grads_.count && !arguments().var(given).name.empty()) {
        ShareValue(*ctx.var(given), &grads[k]);
      } else {
        ZeroValue(ctx, arguments().var(outs_.begin + i),
                  *ctx.var(outs_.begin + i), &grads[k]);
      }
    }
    return grads;
  }

  // Copies: without any iteration the flow is the gradient of the output
  // itself.
  void Finish(const KernelContext& ctx, int i, VariableValue* flow) const {
    if (i >= carried_grads_.count) return;
    const int argument = carried_grads_.begin + i;
    if (arguments().var(argument).name.empty()) return;
    Variable* grad = ctx.var(argument);
    if (flow->Is<LoDTensor>()) {
      PADDLE_ENFORCE_EQ(flow->GetMutable<LoDTensor>()->dims(),
                        grad->Get<LoDTensor>().dims(),
                        "the gradient of a carried value");
    }
    CopyValue(ctx, flow, grad);
  }

  const framework::SlotRange carried_ = arguments().InputRange("Carried");
  const framework::SlotRange outs_ = arguments().InputRange("Out");
  const framework::SlotRange out_grads_ = arguments().InputRange("Out@GRAD");
  const framework::SlotRange scopes_ = arguments().InputRange("StepScopes");
  const framework::SlotRange carried_grads_ =
      arguments().OutputRange("Carried@GRAD");
  const framework::SubBlock block_;
  std::vector<int> floating_;  // carried values that have gradients
};

}  // namespace

REGISTER_OPERATOR(while_grad, WhileGradKernel);

}  // namespace paddle::operators

#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/operators/control_flow/block_values.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::StepScopes;
using framework::SubBlock;
using framework::SubBlockRun;
using framework::VariableValue;

class WhileKernel final : public framework::OpKernel {
 public:
  explicit WhileKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "block") {
    PADDLE_ENFORCE(block_.num_arguments() == carried_.count &&
                       block_.num_results() == carried_.count + 1 &&
                       outs_.count == carried_.count,
                   InvalidArgument, "the block of while has ",
                   block_.num_arguments(), " arguments and ",
                   block_.num_results(), " results, which do not fit its ",
                   carried_.count, " carried values");
    PADDLE_ENFORCE(!block_.records() || scopes_.count == 1, InvalidArgument,
                   "a while operator with a gradient has no StepScopes");
    for (int i = 0; i < carried_.count; ++i) {
      CheckKind(i);
      // With a swap two buffers alternate between argument and result, so that
      // loops without a gradient allocate nothing.
      swaps_.push_back(!block_.records() && block_.OwnsResult(i + 1));
      // The memory of an outer variable may be reused before the gradient reads
      // what was saved, so it is copied.
      copies_.push_back(block_.records() && block_.IsCaptured(i + 1));
    }
  }

  void Compute(const KernelContext& ctx) const override {
    StepScopes* scopes = block_.BeginSteps(ctx, scopes_);
    SubBlockRun run(block_, ctx);
    std::vector<VariableValue> next(carried_.count);
    for (int i = 0; i < carried_.count; ++i) {
      // Saved values have to outlive the outer variable.
      const framework::Variable& first = *ctx.var(carried_.begin + i);
      if (block_.records()) {
        CopyValue(ctx, first, run.argument(i));
      } else {
        ShareValue(first, run.argument(i));
      }
    }
    int64_t iterations = 0;
    // The host decides whether to go on: a condition on a GPU is waited for in
    // each iteration.
    bool again = Holds(*ctx.var(condition_.begin));
    while (again) {
      // Checked before the step, so that a limit of n allows n iterations.
      CheckLimit(iterations);
      run.Step(iterations++);
      again = Holds(*run.result(0));
      Advance(ctx, scopes, &run, &next);
    }
    for (int i = 0; i < carried_.count; ++i) {
      CopyValue(ctx, *run.argument(i), ctx.var(outs_.begin + i));
    }
  }

 private:
  void CheckKind(int i) const {
    const auto& out = arguments().var(outs_.begin + i);
    const auto& next = block_.result(i + 1);
    const auto& argument = block_.argument(i);
    PADDLE_ENFORCE(next.kind == out.kind && next.dtype == out.dtype &&
                       argument.kind == out.kind && argument.dtype == out.dtype,
                   InvalidArgument, "the loop carries '", argument.name,
                   "' to '", next.name, "' and to '", out.name,
                   "', which are not of one kind and data type");
  }

  void CheckLimit(int64_t iterations) const {
    PADDLE_ENFORCE(max_iterations_ == 0 || iterations < max_iterations_,
                   OutOfRange, "the condition of while still holds after ",
                   iterations, " iterations, which is its limit");
  }

  // Makes the results the arguments of the next iteration. A result may itself
  // be an argument, so all are read before any is set.
  void Advance(const KernelContext& ctx, StepScopes* scopes, SubBlockRun* run,
               std::vector<VariableValue>* next) const {
    for (int i = 0; i < carried_.count; ++i) {
      if (!swaps_[i] && !copies_[i])
        ShareValue(*run->result(i + 1), &(*next)[i]);
    }
    if (block_.records()) run->Save(scopes);
    for (int i = 0; i < carried_.count; ++i) {
      if (swaps_[i]) {
        run->argument(i)->Swap(run->result(i + 1));
      } else if (copies_[i]) {
        CopyValue(ctx, *run->result(i + 1), run->argument(i));
      } else {
        run->argument(i)->Swap(&(*next)[i]);
      }
    }
  }

  const framework::SlotRange condition_ = arguments().InputRange("Condition");
  const framework::SlotRange carried_ = arguments().InputRange("Carried");
  const framework::SlotRange outs_ = arguments().OutputRange("Out");
  const framework::SlotRange scopes_ = arguments().OutputRange("StepScopes");
  const Attr<int64_t> max_iterations_{this, "max_iterations"};
  const SubBlock block_;
  // Carried value i reaches the next iteration by a swap, which is free but
  // leaves nothing to save; by a copy; or, if neither, by sharing.
  std::vector<bool> swaps_;
  std::vector<bool> copies_;
};

}  // namespace

REGISTER_OPERATOR(while, WhileKernel);

}  // namespace paddle::operators

#include <algorithm>
#include <cstdint>
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
  // The way of a carried value to the next iteration: a swap is free, but
  // leaves nothing to save.
  enum class Carry : uint8_t { kSwap, kCopy, kShare };

  // A carried value of a run, whose variables stay where they are.
  struct Link {
    framework::Variable* argument = nullptr;
    framework::Variable* result = nullptr;
    Carry carry = Carry::kShare;
    VariableValue next;  // of one that is shared
  };
  using Links = std::vector<Link>;

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
      carries_.push_back(CarryOf(i));
    }
    shares_ = std::count(carries_.begin(), carries_.end(), Carry::kShare) != 0;
  }

  void Compute(const KernelContext& ctx) const override {
    StepScopes* scopes = block_.BeginSteps(ctx, scopes_);
    SubBlockRun run(block_, ctx);
    Links links = LinksOf(run);
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
    const framework::Variable& condition = *run.result(0);
    while (again) {
      // Checked before the step, so that a limit of n allows n iterations.
      CheckLimit(iterations);
      run.Step(iterations++);
      again = Holds(condition);
      if (shares_) ShareResults(&links);
      if (block_.records()) run.Save(scopes);
      for (Link& link : links) Advance(ctx, &link);
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

  // With a swap two buffers alternate between argument and result, so that
  // loops without a gradient allocate nothing. The memory of an outer variable
  // may be reused before the gradient reads what was saved, so it is copied.
  Carry CarryOf(int i) const {
    if (block_.records()) {
      return block_.IsCaptured(i + 1) ? Carry::kCopy : Carry::kShare;
    }
    return block_.OwnsResult(i + 1) ? Carry::kSwap : Carry::kShare;
  }

  Links LinksOf(const SubBlockRun& run) const {
    Links links(carried_.count);
    for (int i = 0; i < carried_.count; ++i) {
      links[i].argument = run.argument(i);
      links[i].result = run.result(i + 1);
      links[i].carry = carries_[i];
    }
    return links;
  }

  // A result may itself be an argument, so all are read before any is set.
  static void ShareResults(Links* links) {
    for (Link& link : *links) {
      if (link.carry == Carry::kShare) ShareValue(*link.result, &link.next);
    }
  }

  // Makes a result the argument of the next iteration.
  static void Advance(const KernelContext& ctx, Link* link) {
    switch (link->carry) {
      case Carry::kSwap:
        return link->argument->Swap(link->result);
      case Carry::kCopy:
        return CopyValue(ctx, *link->result, link->argument);
      case Carry::kShare:
        return link->argument->Swap(&link->next);
    }
  }

  const framework::SlotRange condition_ = arguments().InputRange("Condition");
  const framework::SlotRange carried_ = arguments().InputRange("Carried");
  const framework::SlotRange outs_ = arguments().OutputRange("Out");
  const framework::SlotRange scopes_ = arguments().OutputRange("StepScopes");
  const Attr<int64_t> max_iterations_{this, "max_iterations"};
  const SubBlock block_;
  std::vector<Carry> carries_;  // by carried value
  bool shares_ = false;         // one of them, at least
};

}  // namespace

REGISTER_OPERATOR(while, WhileKernel);

}  // namespace paddle::operators

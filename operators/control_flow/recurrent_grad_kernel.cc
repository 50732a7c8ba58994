#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/control_flow/gradient_sum.h"
#include "paddle/operators/control_flow/joined_rows.h"
#include "paddle/operators/control_flow/recurrent_states.h"
#include "paddle/operators/control_flow/step_rows.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::Dims;
using framework::KernelContext;
using framework::LoDTensor;
using framework::StepScopes;
using framework::SubBlock;
using framework::SubBlockRun;
using framework::Tensor;

// Appends zero rows: sequences that ended at this step, the last of its rows,
// have no next step, and nothing flows to them.
LoDTensor Extended(const KernelContext& context, const LoDTensor& grad,
                   int64_t rows) {
  // No sequence ended here: the rows go on as they are.
  if (grad.dims()[0] == rows) return grad;
  Dims dims = grad.dims();
  dims[0] = rows;
  LoDTensor extended;
  extended.Allocate(dims, grad.dtype(), context.allocator());
  Tensor head = extended.Slice(0, grad.dims()[0]);
  kernels::CopyElements(context.device(), grad, &head);
  Tensor tail = extended.Slice(grad.dims()[0], rows);
  SetZero(context.device(), &tail);
  return extended;
}

class RecurrentGradKernel final : public framework::OpKernel {
 public:
  explicit RecurrentGradKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "step_net") {
    // Numbers the arguments of the gradient block: the gradients of the
    // outputs, then those of the memories. Integers have none.
    int next = 0;
    for (int i = 0; i < outs_.size(); ++i) {
      out_argument_.push_back(IsFloating("Out", i) ? next++ : -1);
    }
    first_state_argument_ = next;
    int result = 0;
    input_result_ = Number("Inputs", &result);
    state_result_ = Number("InitialStates", &result);
    static_result_ = Number("StaticInputs", &result);
    first_capture_ = result;
    NumberCaptures();
    const auto is_state = [](int number) { return number >= 0; };
    next += static_cast<int>(
        std::count_if(state_result_.begin(), state_result_.end(), is_state));
    PADDLE_ENFORCE(block_.num_arguments() == next && first_row_ >= result &&
                       block_.num_results() == first_row_ + num_rows(),
                   InvalidArgument, "the gradient block of recurrent has ",
                   block_.num_arguments(), " arguments and ",
                   block_.num_results(),
                   " results, which do not fit its slots");
  }

  void Compute(const KernelContext& ctx) const override {
    auto* scopes = framework::StepScopesOf(ctx.var(scopes_.begin));
    // The order follows from the inputs, as it did forward; it is not saved.
    const StepOrder order(inputs_(ctx, 0), reverse_);
    PADDLE_ENFORCE(scopes->size() == order.steps(), InvalidArgument,
                   "recurrent made ", scopes->size(),
                   " steps, but its gradient sees inputs of ", order.steps());
    Pass pass(ctx, order, *this);
    for (int64_t step = order.steps() - 1; step >= 0; --step) {
      // Moves the values that the forward step saved into the block.
      pass.run.Load(scopes, step);
      GiveOutputGrads(ctx, order, step, &pass);
      GiveStateGrads(ctx, order, step, &pass);
      pass.run.Step(step);
      TakeInputGrads(ctx, step, &pass);
      TakeStateGrads(&pass);
      for (int i = 0; i < statics_.size(); ++i) {
        if (!statics_grad_.present(i) || static_result_[i] < 0) continue;
        pass.statics.AddGrad(i, step, Result(pass, static_result_[i]));
      }
      pass.captures.Add(pass.run, first_capture_, &step_captures_);
      for (int i = 0; i < num_rows(); ++i) {
        pass.rows[i].Add(Result(pass, first_row_ + i));
      }
    }
    if (sums_.has_value() && order.steps() > 0) AddSums(ctx, &pass);
    Finish(ctx, order, &pass);
  }

 private:
  // The state of one run of the operator.
  struct Pass {
    Pass(const KernelContext& ctx, const StepOrder& order,
         const RecurrentGradKernel& kernel)
        : statics(ctx, order),
          captures(kernel.arguments(), ctx),
          run(kernel.block_, ctx) {
      for (int i = 0; i < kernel.inputs_.size(); ++i) {
        order.CheckSame(kernel.inputs_(ctx, i), "input", i);
        input_rows.emplace_back(order, kernel.inputs_(ctx, i).lod());
      }
      for (int i = 0; i < kernel.outs_.size(); ++i) {
        order.CheckSame(kernel.outs_(ctx, i), "output", i);
        out_rows.emplace_back(order, kernel.outs_(ctx, i).lod());
      }
      for (int i = 0; i < kernel.statics_.size(); ++i) {
        statics.AddShape(kernel.statics_(ctx, i));
      }
      states.resize(kernel.states_.size());
      rows.resize(kernel.num_rows());
    }

    std::vector<StepRows> input_rows;
    std::vector<StepRows> out_rows;
    PairedInputs statics;
    CaptureGrads captures;
    std::vector<LoDTensor> states;  // gradients of the memories of a step
    std::vector<JoinedRows> rows;   // of all steps
    SubBlockRun run;
  };

  bool IsFloating(const char* slot, int i) const {
    const auto range = arguments().InputRange(slot);
    return framework::IsFloating(arguments().var(range.begin + i).dtype);
  }

  // Numbers the results of the block that are gradients of a slot's variables.
  std::vector<int> Number(const char* slot, int* next) const {
    std::vector<int> numbers;
    for (int i = 0; i < arguments().InputRange(slot).count; ++i) {
      numbers.push_back(IsFloating(slot, i) ? (*next)++ : -1);
    }
    return numbers;
  }

  // Tells the captures whose gradients are added up step by step from those,
  // the last ones, that the second block computes.
  void NumberCaptures() {
    const auto& blocks =
        std::get<std::vector<BlockIndex>>(arguments().attribute("sum_nets"));
    PADDLE_ENFORCE(blocks.size() <= 1, InvalidArgument, "recurrent_grad has ",
                   blocks.size(), " sum_nets");
    if (!blocks.empty()) sums_.emplace(arguments(), "sum_nets");
    const int wanted = arguments().InputRange("Wanted").count;
    const int in_steps =
        wanted - (sums_.has_value() ? sums_->num_results() : 0);
    first_row_ = first_capture_ + in_steps;
    const int given = arguments().OutputRange("Captures@GRAD").count;
    for (int i = 0; i < std::min(wanted, given); ++i) {
      (i < in_steps ? step_captures_ : sum_captures_).push_back(i);
    }
  }

  // Returns how many results of the block are rows for the second one.
  int num_rows() const {
    return sums_.has_value() ? sums_->num_arguments() : 0;
  }

  void AddSums(const KernelContext& ctx, Pass* pass) const {
    SubBlockRun run(*sums_, ctx);
    for (int i = 0; i < num_rows(); ++i) {
      *run.argument(i)->GetMutable<LoDTensor>() =
          pass->rows[i].Take(ctx.device(), ctx.allocator());
    }
    run.Step(0);
    pass->captures.Add(run, 0, &sum_captures_);
  }

  static const LoDTensor& Result(const Pass& pass, int result) {
    return pass.run.result(result)->Get<LoDTensor>();
  }

  void GiveOutputGrads(const KernelContext& ctx, const StepOrder& order,
                       int64_t step, Pass* pass) const {
    for (int i = 0; i < outs_.size(); ++i) {
      if (out_argument_[i] < 0) continue;
      const StepRows& rows = pass->out_rows[i];
      LoDTensor grad;
      if (i < out_grads_.size() && out_grads_.present(i)) {
        grad = rows.Gather(ctx.device(), out_grads_(ctx, i), step,
                           ctx.allocator());
      } else {
        grad = ZeroStep(ctx, order, outs_(ctx, i), rows, step);
      }
      *pass->run.argument(out_argument_[i])->GetMutable<LoDTensor>() = grad;
    }
  }

  // Returns zeros in the shape of a step of an output that got no gradient: the
  // block has an argument for it all the same.
  static LoDTensor ZeroStep(const KernelContext& ctx, const StepOrder& order,
                            const LoDTensor& out, const StepRows& rows,
                            int64_t step) {
    Dims dims = out.dims();
    if (order.dense()) {
      dims = Dims(absl::MakeConstSpan(dims.begin() + 1, dims.end()));
    } else {
      dims[0] = static_cast<int64_t>(rows.rows(step).size());
    }
    LoDTensor zeros;
    zeros.Allocate(dims, out.dtype(), ctx.allocator());
    SetZero(ctx.device(), &zeros);
    if (!order.dense()) zeros.set_lod(rows.lod(step));
    return zeros;
  }

  // The last step has no next one: zeros flow into its memories.
  void GiveStateGrads(const KernelContext& ctx, const StepOrder& order,
                      int64_t step, Pass* pass) const {
    int argument = first_state_argument_;
    for (int i = 0; i < states_.size(); ++i) {
      if (state_result_[i] < 0) continue;
      LoDTensor& grad = pass->states[i];
      if (!grad.initialized()) {
        grad.Allocate(StateDims(ctx, order, i, step), states_(ctx, i).dtype(),
                      ctx.allocator());
        SetZero(ctx.device(), &grad);
      } else if (!order.dense()) {
        grad = Extended(ctx, grad, order.alive(step));
      }
      *pass->run.argument(argument++)->GetMutable<LoDTensor>() = grad;
    }
  }

  Dims StateDims(const KernelContext& ctx, const StepOrder& order, int i,
                 int64_t step) const {
    const Dims& init = states_(ctx, i).dims();
    if (order.dense()) return init;
    Dims dims = {order.alive(step)};
    // An initial state has a row for each sequence, which is skipped, or is one
    // row for all, which is not.
    const int skipped = init.rank() == StateRank(i) ? 1 : 0;
    for (int axis = skipped; axis < init.rank(); ++axis) {
      dims.Append(init[axis]);
    }
    return dims;
  }

  // Returns the rank of a memory; the gradient that the block computes has it.
  int StateRank(int i) const {
    return block_.described_result(state_result_[i]).dims_size();
  }

  void TakeInputGrads(const KernelContext& ctx, int64_t step,
                      Pass* pass) const {
    for (int i = 0; i < inputs_.size(); ++i) {
      if (input_result_[i] < 0 || !inputs_grad_.present(i)) continue;
      pass->input_rows[i].Scatter(ctx.device(), Result(*pass, input_result_[i]),
                                  step, &inputs_grad_(ctx, i));
    }
  }

  void TakeStateGrads(Pass* pass) const {
    for (int i = 0; i < states_.size(); ++i) {
      if (state_result_[i] < 0) continue;
      // The gradient of the memory before this step is that of the memory after
      // the step before.
      pass->states[i] = LoDTensor(Result(*pass, state_result_[i]));
    }
  }

  void Finish(const KernelContext& ctx, const StepOrder& order,
              Pass* pass) const {
    for (int i = 0; i < states_.size(); ++i) {
      // After step 0 the states' gradients are those of the initial states.
      if (!states_grad_.present(i) || state_result_[i] < 0) continue;
      const LoDTensor& first = pass->states[i];
      InitialStateGrad(ctx, order, first.initialized() ? &first : nullptr,
                       StateRank(i), &states_grad_(ctx, i));
    }
    for (int i = 0; i < statics_.size(); ++i) {
      if (!statics_grad_.present(i)) continue;
      pass->statics.FinishGrad(i, &statics_grad_(ctx, i));
    }
    pass->captures.Finish();
  }

  const InputList inputs_{this, "Inputs"};
  const InputList states_{this, "InitialStates"};
  const InputList statics_{this, "StaticInputs"};
  const InputList outs_{this, "Out"};
  const InputList out_grads_{this, "Out@GRAD"};
  const OutputList inputs_grad_{this, "Inputs@GRAD"};
  const OutputList states_grad_{this, "InitialStates@GRAD"};
  const OutputList statics_grad_{this, "StaticInputs@GRAD"};
  const framework::SlotRange scopes_ = arguments().InputRange("StepScopes");
  const Attr<bool> reverse_{this, "reverse"};
  const SubBlock block_;
  // Indices among the arguments and among the results of the gradient block; -1
  // for variables without a gradient.
  std::vector<int> out_argument_;
  int first_state_argument_ = 0;
  std::vector<int> input_result_;
  std::vector<int> state_result_;
  std::vector<int> static_result_;
  int first_capture_ = 0;
  int first_row_ = 0;
  absl::optional<SubBlock> sums_;  // runs after all steps
  // Captures, as places in Captures@GRAD.
  std::vector<int64_t> step_captures_;
  std::vector<int64_t> sum_captures_;
};

}  // namespace

REGISTER_OPERATOR(recurrent_grad, RecurrentGradKernel);

}  // namespace paddle::operators

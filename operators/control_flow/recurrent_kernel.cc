#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/operators/control_flow/recurrent_states.h"
#include "paddle/operators/control_flow/step_rows.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::KernelContext;
using framework::LoDTensor;
using framework::StepScopes;
using framework::SubBlock;
using framework::SubBlockRun;
using framework::Tensor;

// Collects the steps of one output. Steps with one row per rank are scattered
// to their place at once; steps that are sequences have to wait, since the LoD
// of the output, and so its size, is known only after the last step.
class OutputSteps {
 public:
  OutputSteps(const KernelContext& context, const StepOrder& order,
              const framework::OpArguments::Var& result, LoDTensor* out)
      : context_(context),
        order_(order),
        result_(result),
        flat_(order, order.outer()),
        out_(out) {}

  void Add(int64_t step, const LoDTensor& value) {
    CheckType(value);
    // All steps have to agree on being sequences or not: they become one LoD.
    const bool nested = value.lod() != nullptr && !order_.dense();
    PADDLE_ENFORCE(step == 0 || nested == !waiting_.empty(), InvalidArgument,
                   "output '", result_.name, "' of a step ",
                   nested ? "has" : "does not have", " sequences at step ",
                   step, ", unlike before");
    if (nested) {
      waiting_.push_back(value);
      return;
    }
    if (step == 0) Allocate(value.dims());
    CheckRows(step, value);
    flat_.Scatter(context_.device(), value, step, out_);
  }

  // `described` are the sizes of a step in the program, for outputs that got no
  // step at all.
  void Finish(const Dims& described) {
    // No step told the shape: the program's description has to do.
    if (order_.steps() == 0) {
      Dims dims;
      for (int64_t size : described) dims.Append(size < 0 ? 0 : size);
      Allocate(dims);
    }
    if (waiting_.empty()) return;
    const framework::LoDPtr lod = JoinStepLoDs(order_, waiting_, result_.name);
    Dims dims = waiting_[0].dims();
    dims[0] = lod->rows();
    out_->Allocate(dims, result_.dtype, context_.allocator());
    out_->set_lod(lod);
    const StepRows nested(order_, lod);
    for (int64_t step = 0; step < order_.steps(); ++step) {
      nested.Scatter(context_.device(), waiting_[step], step, out_);
    }
  }

 private:
  void CheckType(const LoDTensor& value) const {
    PADDLE_ENFORCE(value.dtype() == result_.dtype, InvalidArgument, "output '",
                   result_.name, "' of a step is ",
                   framework::DataTypeName(value.dtype()));
  }

  void CheckRows(int64_t step, const LoDTensor& value) const {
    Dims wanted = out_->dims();
    if (!order_.dense()) {
      wanted[0] = order_.alive(step);
    } else {
      wanted = Dims(absl::MakeConstSpan(wanted.begin() + 1, wanted.end()));
    }
    PADDLE_ENFORCE(value.dims() == wanted, InvalidArgument, "output '",
                   result_.name, "' has the shape ", value.dims().ToString(),
                   " at step ", step, ", where ", wanted.ToString(),
                   " is wanted");
  }

  void Allocate(const Dims& step) {
    Dims dims = step;
    if (order_.dense()) {
      dims = {order_.steps()};
      for (int64_t size : step) dims.Append(size);
    } else {
      PADDLE_ENFORCE(step.rank() > 0, InvalidArgument, "output '", result_.name,
                     "' of a step is one number: it has no row "
                     "for each sequence");
      dims[0] = order_.outer()->rows();
    }
    out_->Allocate(dims, result_.dtype, context_.allocator());
    out_->set_lod(order_.outer());
  }

  const KernelContext& context_;
  const StepOrder& order_;
  const framework::OpArguments::Var& result_;
  const StepRows flat_;
  LoDTensor* out_;
  std::vector<LoDTensor> waiting_;
};

class RecurrentKernel final : public framework::OpKernel {
 public:
  explicit RecurrentKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "step_net") {
    // A program from a file may have been built by something else than the
    // layers.
    const int states = states_.size();
    PADDLE_ENFORCE(inputs_.size() > 0 &&
                       block_.num_arguments() ==
                           inputs_.size() + states + statics_.size() &&
                       block_.num_results() == outs_.size() + states,
                   InvalidArgument, "the step block of recurrent has ",
                   block_.num_arguments(), " arguments and ",
                   block_.num_results(),
                   " results, which do not fit its slots");
    PADDLE_ENFORCE(!block_.records() || scopes_.count == 1, InvalidArgument,
                   "a recurrent operator with a gradient has no StepScopes");
  }

  void Compute(const KernelContext& ctx) const override {
    const StepOrder order(inputs_(ctx, 0), reverse_);
    std::vector<StepRows> rows;
    std::vector<Tensor> packed;
    for (int i = 0; i < inputs_.size(); ++i) {
      const LoDTensor& input = inputs_(ctx, i);
      order.CheckSame(input, "input", i);
      rows.emplace_back(order, input.lod());
      packed.push_back(Kept(
          ctx, order, rows.back().Pack(ctx.device(), input, ctx.allocator())));
    }
    std::vector<OutputSteps> outputs;
    outputs.reserve(outs_.size());
    for (int i = 0; i < outs_.size(); ++i) {
      outputs.emplace_back(ctx, order, block_.result(i), &outs_(ctx, i));
    }
    StepScopes* scopes = block_.BeginSteps(ctx, scopes_);
    std::vector<LoDTensor> states = InitialStates(ctx, order);
    PairedInputs statics = Statics(ctx, order);
    SubBlockRun run(block_, ctx);
    for (int64_t step = 0; step < order.steps(); ++step) {
      int argument = 0;
      // Arguments are in this order: inputs, memories, static inputs.
      for (size_t i = 0; i < rows.size(); ++i) {
        Give(run, argument++, rows[i].StepOf(packed[i], step));
      }
      for (LoDTensor& state : states) Give(run, argument++, state);
      for (int i = 0; i < statics.size(); ++i) {
        Give(run, argument++, statics.StepOf(i, step));
      }
      run.Step(step);
      // Results are in this order: outputs, next memories.
      int result = 0;
      for (OutputSteps& output : outputs) {
        output.Add(step, run.result(result++)->Get<LoDTensor>());
      }
      for (LoDTensor& state : states) {
        state = NextState(ctx, state, run, result++, order, step);
      }
      if (block_.records()) run.Save(scopes);
    }
    for (int i = 0; i < outs_.size(); ++i) outputs[i].Finish(DescribedDims(i));
  }

 private:
  static void Give(const SubBlockRun& run, int argument, LoDTensor value) {
    *run.argument(argument)->GetMutable<LoDTensor>() = std::move(value);
  }

  // Copies dense inputs if a gradient follows: their steps are views of outer
  // variables, whose memory may be reused before the gradient reads what was
  // saved.
  Tensor Kept(const KernelContext& ctx, const StepOrder& order,
              const Tensor& value) const {
    return order.dense() && block_.records() ? CopyOf(ctx, value) : value;
  }

  static Tensor CopyOf(const KernelContext& ctx, const Tensor& value) {
    Tensor copy;
    copy.Allocate(value.dims(), value.dtype(), ctx.allocator());
    kernels::CopyElements(ctx.device(), value, &copy);
    return copy;
  }

  std::vector<LoDTensor> InitialStates(const KernelContext& ctx,
                                       const StepOrder& order) const {
    std::vector<LoDTensor> states;
    for (int i = 0; i < states_.size(); ++i) {
      states.emplace_back(
          Kept(ctx, order,
               InitialState(ctx, order, states_(ctx, i), MemoryRank(i))));
    }
    return states;
  }

  PairedInputs Statics(const KernelContext& ctx, const StepOrder& order) const {
    PairedInputs statics(ctx, order);
    for (int i = 0; i < statics_.size(); ++i) {
      const LoDTensor& input = statics_(ctx, i);
      statics.Add(LoDTensor(Kept(ctx, order, input), input.lod()));
    }
    return statics;
  }

  // Returns the memory for the next step: the rows of the sequences that go on.
  // They are the first, because ranks are sorted by length.
  LoDTensor NextState(const KernelContext& ctx, const LoDTensor& before,
                      const SubBlockRun& run, int result,
                      const StepOrder& order, int64_t step) const {
    const auto& value = run.result(result)->Get<LoDTensor>();
    PADDLE_ENFORCE(value.dims() == before.dims(), InvalidArgument, "memory '",
                   block_.argument(inputs_.size() + result - outs_.size()).name,
                   "' of the shape ", before.dims().ToString(),
                   " is updated with '", block_.result(result).name,
                   "' of the shape ", value.dims().ToString());
    // Nobody reads the memory of the last step.
    if (step + 1 == order.steps()) return value;
    const Tensor next =
        order.dense() ? Tensor(value) : value.Slice(0, order.alive(step + 1));
    // The result is an outer variable; see Kept.
    const bool copied = block_.records() && block_.IsCaptured(result);
    return LoDTensor(copied ? CopyOf(ctx, next) : next);
  }

  int MemoryRank(int state) const {
    return block_.described_argument(inputs_.size() + state).dims_size();
  }
  Dims DescribedDims(int result) const {
    const auto& var = block_.described_result(result);
    return Dims(absl::MakeConstSpan(var.dims().data(), var.dims_size()));
  }

  const InputList inputs_{this, "Inputs"};
  const InputList states_{this, "InitialStates"};
  const InputList statics_{this, "StaticInputs"};
  const OutputList outs_{this, "Out"};
  const framework::SlotRange scopes_ = arguments().OutputRange("StepScopes");
  const Attr<bool> reverse_{this, "reverse"};
  const SubBlock block_;
};

}  // namespace

REGISTER_OPERATOR(recurrent, RecurrentKernel);

}  // namespace paddle::operators

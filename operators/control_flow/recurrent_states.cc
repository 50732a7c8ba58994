#include "paddle/operators/control_flow/recurrent_states.h"

#include <utility>

#include "paddle/operators/control_flow/gradient_sum.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::KernelContext;
using framework::LoDTensor;
using framework::Tensor;

namespace {

Dims WithRows(Dims dims, int64_t rows) {
  dims[0] = rows;
  return dims;
}

Dims RowDims(const Dims& row) {
  Dims dims = {1};
  for (int64_t size : row) dims.Append(size);
  return dims;
}

void CheckRows(const StepOrder& order, const Dims& init, int rank) {
  PADDLE_ENFORCE(
      rank >= 1 && init.rank() == rank && init[0] == order.batch().sequences(),
      InvalidArgument, "the initial state of a memory has ", init.ToString(),
      ", not a row for each of the ", order.batch().sequences(), " sequences");
}

int64_t AliveAtFirst(const StepOrder& order) {
  return order.steps() == 0 ? 0 : order.alive(0);
}

}  // namespace

LoDTensor InitialState(const KernelContext& context, const StepOrder& order,
                       const LoDTensor& init, int rank) {
  if (order.dense()) return init;
  const int64_t alive = AliveAtFirst(order);
  const bool shared = init.rank() == rank - 1;
  std::vector<int64_t> rows(order.batch().order().begin(),
                            order.batch().order().begin() + alive);
  if (shared) {
    // The one row is read once for each sequence.
    rows.assign(alive, 0);
  } else {
    CheckRows(order, init.dims(), rank);
    PADDLE_ENFORCE(init.lod() == nullptr, InvalidArgument,
                   "the initial state of a memory has sequences");
  }
  const Tensor source =
      shared ? init.Reshaped(RowDims(init.dims())) : Tensor(init);
  LoDTensor state;
  state.Allocate(WithRows(source.dims(), alive), source.dtype(),
                 context.allocator());
  kernels::GatherRows(context.device(), source, rows, &state);
  return state;
}

void InitialStateGrad(const KernelContext& context, const StepOrder& order,
                      const Tensor* first, int rank, Tensor* out) {
  if (order.dense()) {
    if (first == nullptr) return SetZero(context.device(), out);
    return kernels::CopyElements(context.device(), *first, out);
  }
  const bool shared = out->rank() == rank - 1;
  if (!shared) CheckRows(order, out->dims(), rank);
  // Empty sequences have no step, so nothing flows to their initial state.
  SetZero(context.device(), out);
  if (first == nullptr) return;
  Dims wanted = shared ? RowDims(out->dims()) : out->dims();
  wanted[0] = AliveAtFirst(order);
  PADDLE_ENFORCE_EQ(first->dims(), wanted, "the gradient of a memory");
  if (!shared) {
    const auto order_of_alive =
        order.batch().order().subspan(0, AliveAtFirst(order));
    kernels::ScatterRows(context.device(), *first, order_of_alive, out);
    return;
  }
  // One row serves all sequences: its gradient is their sum, in the order of
  // the ranks, so that its bits are the same in every run.
  Tensor row = out->Reshaped(RowDims(out->dims()));
  for (int64_t i = 0; i < first->dims()[0]; ++i) {
    AddInto(context.device(), first->Slice(i, i + 1), &row);
  }
}

void PairedInputs::Add(const LoDTensor& input) {
  AddShape(input);
  if (order_.dense()) return;
  Paired& paired = inputs_.back();
  paired.ranked.Allocate(input.dims(), input.dtype(), context_.allocator());
  kernels::GatherRows(context_.device(), input, paired.rows, &paired.ranked);
}

void PairedInputs::AddShape(const LoDTensor& input) {
  inputs_.emplace_back();
  Paired& paired = inputs_.back();
  // Holds the shape, which is all that gradients need.
  paired.ranked = input;
  if (order_.dense()) return;
  const bool nested = input.lod() != nullptr;
  PADDLE_ENFORCE(!nested || input.lod()->levels() == 1, Unimplemented,
                 "a static input of nested sequences");
  const int64_t given = nested ? input.lod()->sequences(0)
                               : (input.rank() == 0 ? 0 : input.dims()[0]);
  PADDLE_ENFORCE(given == order_.batch().sequences(), InvalidArgument,
                 "a static input has ", given, nested ? " sequences" : " rows",
                 ", but the inputs have ", order_.batch().sequences(),
                 " sequences");
  paired.nested = nested;
  paired.offsets = {0};
  // Rows in the order of ranks, so that those of the sequences that still run
  // are a prefix at each step.
  for (int64_t sequence : order_.batch().order()) {
    const int64_t begin = nested ? input.lod()->offsets(0)[sequence] : sequence;
    const int64_t end =
        nested ? input.lod()->offsets(0)[sequence + 1] : sequence + 1;
    for (int64_t row = begin; row < end; ++row) paired.rows.push_back(row);
    paired.offsets.push_back(static_cast<int64_t>(paired.rows.size()));
  }
}

LoDTensor PairedInputs::StepOf(int i, int64_t step) {
  Paired& paired = inputs_[i];
  if (order_.dense()) return paired.ranked;
  // Built again only when sequences have ended: steps of one number share it.
  const int64_t alive = order_.alive(step);
  if (paired.nested && paired.lod_alive != alive) {
    const auto begin = paired.offsets.begin();
    paired.lod = framework::LoD::FromOffsets({{begin, begin + alive + 1}});
    paired.lod_alive = alive;
  }
  return LoDTensor(paired.ranked.Slice(0, paired.offsets[alive]), paired.lod);
}

void PairedInputs::AddGrad(int i, int64_t step, const Tensor& grad) {
  Paired& paired = inputs_[i];
  if (!paired.grad.initialized()) {
    paired.grad.Allocate(paired.ranked.dims(), paired.ranked.dtype(),
                         context_.allocator());
    SetZero(context_.device(), &paired.grad);
  }
  if (order_.dense()) return AddInto(context_.device(), grad, &paired.grad);
  // Running sequences are the first ranks, so their rows are contiguous.
  Tensor part = paired.grad.Slice(0, paired.offsets[order_.alive(step)]);
  AddInto(context_.device(), grad, &part);
}

void PairedInputs::FinishGrad(int i, Tensor* out) {
  Paired& paired = inputs_[i];
  // There was no step to add anything.
  if (!paired.grad.initialized()) return SetZero(context_.device(), out);
  if (order_.dense()) {
    return kernels::CopyElements(context_.device(), paired.grad, out);
  }
  kernels::ScatterRows(context_.device(), paired.grad, paired.rows, out);
}

}  // namespace paddle::operators

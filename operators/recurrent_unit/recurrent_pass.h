// The forward and backward passes over sequences, shared by recurrent kernels
// on the CPU. A `Unit` supplies the computation of a step. It owns no memory
// and knows no formula: it divides the work, and lays out the scratch memory.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The copies that products take of states and gates, beside those in the type
// of sums: 1 if numbers of T are rounded for them, else 0.
template <typename T>
inline constexpr int64_t kRounded = platform::kIsHalf<T> ? 1 : 0;

// Computes out = the transpose of x, times y: the gradient of the weight of a
// product with x, if y is that of the product. x is [rows, inner], out [inner,
// columns], neither with gaps between rows; those of y are y_width elements
// apart.
template <typename T>
void MultiplyTransposed(const platform::CPUDeviceContext& device, int64_t rows,
                        int64_t inner, int64_t columns, const T* x, const T* y,
                        int64_t y_width, T* out) {
  Gemm<platform::CPUDeviceContext, T>(device, true, false, inner, columns, rows,
                                      T(1), x, inner, y, y_width, T(0), out,
                                      columns);
}

// Calls unit.Run(group, scratch) for groups of the input's sequences in
// parallel. If `reverse`, steps run from the last row of each sequence to the
// first. `scratch` has unit.MemberScratch() elements for each member of the
// group; they are of Accumulator<T>, and what is of T takes as much room. Takes
// all scratch memory from `workspace` at once. `unit` is used by several
// threads at once, each with a group of its own.
template <typename T, typename Unit>
void RunForward(const RecurrentInputs& inputs, bool reverse, const Unit& unit,
                Workspace workspace) {
  const SequenceBatch batch(inputs.offsets, reverse);
  const int64_t groups = GroupCount(batch, inputs.weight->numel());
  const int64_t share = GroupSize(batch, groups) * unit.MemberScratch();
  using Wide = platform::Accumulator<T>;
  Wide* const scratch =
      static_cast<Wide*>(workspace(groups * share * sizeof(Wide)));
  ForEachGroup(batch, groups, [&](const SequenceGroup& group) {
    unit.Run(group, scratch + group.index() * share);
  });
}

// Calls, in this order,
//   unit.Transpose(to), which stores the transposed weight for its products,
//       unless it has packed it;
//   unit.Run(group, to, scratch, dx, dbias) for groups in parallel, which
//       writes its rows of dx, [rows, gates], and to dbias, of unit.BiasSize()
//       elements, the group's contribution to the gradient of the bias;
//   unit.WeightGrad(rows, before, dx, dweight), where `before` are the states
//       before each row.
// Contributions to the bias are added in the order of the groups, whose number
// depends on sizes only: the result is the same for any number of threads.
// `hidden` is that of the forward pass. Gradients of states are the unit's.
template <typename T, typename Unit>
void RunBackward(const RecurrentInputs& inputs, bool reverse, const T* hidden,
                 const Unit& unit, const RecurrentGrads& grads,
                 Workspace workspace) {
  const SequenceBatch batch(inputs.offsets, reverse);
  const int64_t rows = inputs.offsets.back();
  const int64_t d = inputs.weight->dims()[0], gates = inputs.weight->dims()[1];
  const int64_t weight_size = d * gates;
  const int64_t groups = GroupCount(batch, weight_size);
  const int64_t share = GroupSize(batch, groups) * unit.MemberScratch();
  const int64_t bias_size = unit.BiasSize();
  // Without a wanted gradient of x the pass still needs dx, for those of the
  // weight and the bias.
  const int64_t own_dx = grads.x == nullptr ? rows * gates : 0;
  using Wide = platform::Accumulator<T>;
  const int64_t wide = groups * (share + bias_size);
  Wide* const scratch = static_cast<Wide*>(workspace(
      wide * sizeof(Wide) + (weight_size + rows * d + own_dx) * sizeof(T)));
  Wide* const dbias = scratch + groups * share;
  T* const transposed = reinterpret_cast<T*>(scratch + wide);
  T* const before = transposed + weight_size;
  T* const dx = grads.x == nullptr ? before + rows * d
                                   : grads.x->template mutable_data<T>();
  unit.Transpose(transposed);
  ForEachGroup(batch, groups, [&](const SequenceGroup& group) {
    unit.Run(group, transposed, scratch + group.index() * share, dx,
             dbias + group.index() * bias_size);
  });
  if (grads.bias != nullptr) {
    AddRows(groups, bias_size, dbias,
            grads.bias->template mutable_data<Wide>());
  }
  if (grads.weight == nullptr) return;
  // The weight's gradient is one product over all steps: the states before each
  // row, transposed, times dx.
  PreviousRows(inputs.offsets, reverse, hidden, DataOrNull<T>(inputs.h0), d,
               before);
  unit.WeightGrad(rows, before, dx, grads.weight->template mutable_data<T>());
}

}  // namespace paddle::operators::kernels

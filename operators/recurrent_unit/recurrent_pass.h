// The forward and backward passes over sequences, shared by recurrent kernels
// on the CPU. A `Unit` supplies the computation of a step. It owns no memory
// and knows no formula: it divides the work, and lays out the scratch memory.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"

namespace paddle::operators::kernels {

// The sequences of a pass and the sizes of its states.
struct RecurrentShape {
  // The sequences that the rows form. They must outlive the pass.
  Offsets offsets;
  // Steps run from the last row of each sequence to the first.
  bool reverse = false;
  int64_t state = 0;  // elements of a state, D
  int64_t gates =
      0;  // elements of the gates of a row; the weight is [D, gates]
};

// Calls unit.Run(group, scratch) for groups of sequences in parallel; `scratch`
// has unit.MemberScratch() elements for each member of the group. Takes all
// scratch memory from `workspace` at once. `unit` is used by several threads at
// once, each with a group of its own.
template <typename T, typename Unit>
void RunForward(const RecurrentShape& shape, const Unit& unit,
                Workspace workspace) {
  const SequenceBatch batch(shape.offsets, shape.reverse);
  const int64_t groups = GroupCount(batch, shape.state * shape.gates);
  const int64_t share = GroupSize(batch, groups) * unit.MemberScratch();
  T* const scratch = static_cast<T*>(workspace(groups * share * sizeof(T)));
  ForEachGroup(batch, groups, [&](const SequenceGroup& group) {
    unit.Run(group, scratch + group.index() * share);
  });
}

// The tensors of a backward pass that do not concern the unit; gradients may be
// null. `hidden` and `h0` are those of the forward pass.
template <typename T>
struct RecurrentGrad {
  const T* hidden = nullptr;
  const T* h0 = nullptr;  // may be null
  framework::Tensor* x = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// Calls, in this order,
//   unit.Transpose(to), which stores the transposed weight for its products;
//   unit.Run(group, to, scratch, dx, dbias) for groups in parallel, which
//       writes its rows of dx, [rows, gates], and to dbias, of unit.BiasSize()
//       elements, the group's contribution to the gradient of the bias;
//   unit.WeightGrad(rows, before, dx, dweight), where `before` are the states
//       before each row.
// Contributions to the bias are added in the order of the groups, whose number
// depends on sizes only: the result is the same for any number of threads.
template <typename T, typename Unit>
void RunBackward(const RecurrentShape& shape, const Unit& unit,
                 const RecurrentGrad<T>& grad, Workspace workspace) {
  const SequenceBatch batch(shape.offsets, shape.reverse);
  const int64_t rows = shape.offsets.back();
  const int64_t weight_size = shape.state * shape.gates;
  const int64_t groups = GroupCount(batch, weight_size);
  const int64_t share = GroupSize(batch, groups) * unit.MemberScratch();
  const int64_t bias_size = unit.BiasSize();
  // Without a wanted gradient of x the pass still needs dx, for those of the
  // weight and the bias.
  const int64_t own_dx = grad.x == nullptr ? rows * shape.gates : 0;
  T* const transposed =
      static_cast<T*>(workspace((weight_size + groups * (share + bias_size) +
                                 rows * shape.state + own_dx) *
                                sizeof(T)));
  T* const scratch = transposed + weight_size;
  T* const dbias = scratch + groups * share;
  T* const before = dbias + groups * bias_size;
  T* const dx = grad.x == nullptr ? before + rows * shape.state
                                  : grad.x->template mutable_data<T>();
  unit.Transpose(transposed);
  ForEachGroup(batch, groups, [&](const SequenceGroup& group) {
    unit.Run(group, transposed, scratch + group.index() * share, dx,
             dbias + group.index() * bias_size);
  });
  if (grad.bias != nullptr) {
    AddRows(groups, bias_size, dbias, grad.bias->template mutable_data<T>());
  }
  if (grad.weight == nullptr) return;
  // The weight's gradient is one product over all steps: the states before each
  // row, transposed, times dx.
  PreviousRows(shape.offsets, shape.reverse, grad.hidden, grad.h0, shape.state,
               before);
  unit.WeightGrad(rows, before, dx, grad.weight->template mutable_data<T>());
}

}  // namespace paddle::operators::kernels

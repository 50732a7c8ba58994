// The passes forward and backward over sequences that recurrent kernels share;
// what they do at a step is theirs.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"

namespace paddle::operators::kernels {

// The sequences of a pass, and what their states are made of.
struct RecurrentShape {
  Offsets offsets;
  bool reverse = false;
  int64_t state = 0;  // elements of a state, D
  int64_t gates =
      0;  // elements of the gates of a row; the weight is [D, gates]
};

// Calls unit.Run(group, scratch) for groups of sequences, side by side; scratch
// has unit.MemberScratch() elements for each member.
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

// What a backward pass reads and writes itself; gradients may be null.
template <typename T>
struct RecurrentGrad {
  const T* hidden = nullptr;
  const T* h0 = nullptr;  // may be null
  framework::Tensor* x = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// In turn:
//   unit.Transpose(to)                     the weight, for products with it
//   unit.Run(group, to, scratch, dx, dbias)
//       as above; writes the rows of dx, [rows, gates], and in dbias, of
//       unit.BiasSize() elements, the group's share of the bias gradient
//   unit.WeightGrad(rows, before, dx, dweight)
//       from the states before each row
template <typename T, typename Unit>
void RunBackward(const RecurrentShape& shape, const Unit& unit,
                 const RecurrentGrad<T>& grad, Workspace workspace) {
  const SequenceBatch batch(shape.offsets, shape.reverse);
  const int64_t rows = shape.offsets.back();
  const int64_t weight_size = shape.state * shape.gates;
  const int64_t groups = GroupCount(batch, weight_size);
  const int64_t share = GroupSize(batch, groups) * unit.MemberScratch();
  const int64_t bias_size = unit.BiasSize();
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
  PreviousRows(shape.offsets, shape.reverse, grad.hidden, grad.h0, shape.state,
               before);
  unit.WeightGrad(rows, before, dx, grad.weight->template mutable_data<T>());
}

}  // namespace paddle::operators::kernels

// Rows of long short-term memory, shared by the units on the CPU that have such
// cells.
#pragma once

#include <cstdint>

#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/lstm_cell.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"

namespace paddle::operators::kernels {

// Returns the cell of a unit; it refers to the peepholes in `inputs.bias`. The
// weight has columns for four gates.
template <typename T>
LstmCell<T> CellOf(const RecurrentInputs& inputs, const LstmOptions& options) {
  const int64_t d = inputs.weight->dims()[1] / 4;
  return {d,
          options.gate,
          options.candidate,
          options.cell,
          /*candidate_first=*/true,
          options.use_peepholes ? inputs.bias->data<T>() + 4 * d : nullptr};
}

// Adds to the gradient of the bias, and of the peepholes behind it, what a row
// contributes; `da` are the gradients of its gates.
template <typename T>
void AddLstmBias(const LstmCell<T>& cell, const T* c_before, const T* c,
                 const T* da, T* dbias) {
  AddTo(4 * cell.size, da, dbias);
  if (cell.peepholes == nullptr) return;
  cell.AddPeepholeGrad(c_before, c, da, dbias + 4 * cell.size);
}

}  // namespace paddle::operators::kernels

// The tensors that all recurrent units read over sequences of different
// lengths, and the gradients of these tensors.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Return the elements of an optional tensor, or null.
template <typename T>
const T* DataOrNull(const framework::Tensor* x) {
  return x == nullptr ? nullptr : x->data<T>();
}
template <typename T>
T* MutableDataOrNull(framework::Tensor* x) {
  return x == nullptr ? nullptr : x->mutable_data<T>();
}

// The tensors that a unit with states of D elements reads; its header says what
// the G columns of the gates are. The tensors and the offsets must outlive the
// call. Offsets cover all rows of x; a sequence may be empty, and has no steps
// then.
struct RecurrentInputs {
  // Already multiplied by the input weights, which is one product for all
  // steps.
  const framework::Tensor* x = nullptr;   // [rows, G]
  const framework::Tensor* h0 = nullptr;  // [sequences, D]; null: zeros
  // Likewise, of units with a cell; others ignore it.
  const framework::Tensor* c0 = nullptr;
  const framework::Tensor* weight = nullptr;  // [D, G], of the state
  // G elements, and more if the unit says so; null: zeros.
  const framework::Tensor* bias = nullptr;
  Offsets offsets;  // of the sequences that the rows of x form
};

// The gradients of the inputs; null if not wanted. `x` may share the memory of
// the gates that the forward pass saved. Each has the shape of its input and is
// overwritten; those of h0 and c0 get zeros for a sequence without rows.
struct RecurrentGrads {
  framework::Tensor* x = nullptr;
  framework::Tensor* h0 = nullptr;
  framework::Tensor* c0 = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// The elements of RecurrentInputs, which loops and kernels of GPUs read; null
// where there is no tensor. The cell and the bias of 16-bit types are float.
template <typename T>
struct RecurrentArrays {
  using Wide = platform::Accumulator<T>;

  explicit RecurrentArrays(const RecurrentInputs& inputs)
      : d(inputs.weight->dims()[0]),
        x(DataOrNull<T>(inputs.x)),
        h0(DataOrNull<T>(inputs.h0)),
        c0(DataOrNull<Wide>(inputs.c0)),
        weight(inputs.weight->data<T>()),
        bias(DataOrNull<Wide>(inputs.bias)) {}

  int64_t d;  // elements of a state, D
  const T* x;
  const T* h0;
  const Wide* c0;
  const T* weight;
  const Wide* bias;
};

}  // namespace paddle::operators::kernels

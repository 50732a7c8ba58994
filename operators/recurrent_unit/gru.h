// Gated recurrent units (Cho et al., https://arxiv.org/abs/1406.1078) over
// sequences of different lengths.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The attributes of an operator. The defaults of the activations are those of
// the paper.
struct GruOptions {
  bool reverse = false;      // the last row of a sequence is its first step
  bool origin_mode = false;  // u is the share kept, not renewed
  bool reset_after = false;  // r resets the product, not the state
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation candidate = GateActivation::kTanh;
};

// The tensors of a GRU beside its inputs (recurrent_tensors.h): those it
// writes, or what its gradient reads of them. All but `hidden` are kept for the
// gradient alone. Rows are in the order of x, not of the steps. None may be
// null.
template <class Array, class Wide = Array>
struct GruValues {
  Array* hidden = nullptr;  // [rows, D]
  // After the activation functions.
  Wide* gates = nullptr;  // [rows, 3D]: u, r, g
  // [rows, D]: r h'; with reset_after h' W_g + c
  Array* reset = nullptr;
};
using GruOutputs = GruValues<framework::Tensor>;
using GruSaved = GruValues<const framework::Tensor>;

// Return the elements of the tensors; gates of 16-bit types are float.
template <typename T, typename Wide = platform::Accumulator<T>>
GruValues<T, Wide> ElementsOf(const GruOutputs& outputs) {
  return {outputs.hidden->mutable_data<T>(),
          outputs.gates->mutable_data<Wide>(),
          outputs.reset->mutable_data<T>()};
}
template <typename T, typename Wide = platform::Accumulator<T>>
GruValues<const T, const Wide> ElementsOf(const GruSaved& saved) {
  return {saved.hidden->data<T>(), saved.gates->data<Wide>(),
          saved.reset->data<T>()};
}

// Computes, for each step, with a = x + bias and h' the hidden row of the step
// before (h0 at the first); the 3D columns of the gates are u, r and g:
//   u, r = gate(a_ur + h' W_ur), g = candidate(a_g + (r h') W_g)
//   h = (1 - u) h' + u g; in origin mode u h' + (1 - u) g
// The weight is 3 D^2 elements: the matrix W_ur [D, 2D] followed by W_g [D, D].
// With reset_after, g = candidate(a_g + r (h' W_g + c)): the weight is one
// matrix [D, 3D], and the bias has 4D elements, the last of which are c.
// Steps of different sequences are batched into one product, without padding.
// `gates` may be x, if they are of one type. The result is bitwise the same for
// any number of threads. On the CPU groups of sequences run in parallel; on a
// GPU a step takes two products and two kernels, one each with reset_after. T:
// float, double; on the CPU also bfloat16, whose gates and bias are float, and
// whose state is float from step to step: only `hidden` and what enters a
// product are rounded. Its packed weights are in memory of `allocator`, which
// others do not use.
template <class Device, class T>
void Gru(const Device& device, const RecurrentInputs& inputs,
         const GruOptions& options, memory::Allocator* allocator,
         Workspace workspace, const GruOutputs& outputs);

// Computes the gradients from `dhidden`, the gradient of `hidden`. `inputs`
// need neither x nor bias: the saved gates replace them. The gradient of the
// weight is two products over all rows, not two per step; one with reset_after,
// which keeps what it multiplies in memory of `allocator` on the CPU. The bits
// are the same for any number of threads.
template <class Device, class T>
void GruGrad(const Device& device, const RecurrentInputs& inputs,
             const GruSaved& saved, const framework::Tensor& dhidden,
             const GruOptions& options, memory::Allocator* allocator,
             Workspace workspace, const RecurrentGrads& grads);

}  // namespace paddle::operators::kernels

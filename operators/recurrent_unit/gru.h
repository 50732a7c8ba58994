// Gated recurrent units (Cho et al., https://arxiv.org/abs/1406.1078) over
// sequences of different lengths.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The attributes of an operator. The defaults of the activations are those of
// the paper.
struct GruOptions {
  bool reverse = false;      // the last row of a sequence is its first step
  bool origin_mode = false;  // u is the share kept, not renewed
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation candidate = GateActivation::kTanh;
};

// The tensors that a GRU with states of D elements reads. The tensors and the
// offsets must outlive the call. Offsets cover all rows of x; a sequence may be
// empty, and has no steps then.
struct GruInputs {
  // Already multiplied by the input weights, which is one product for all
  // steps.
  const framework::Tensor* x = nullptr;   // [rows, 3D], gates u, r, g
  const framework::Tensor* h0 = nullptr;  // [sequences, D]; null: zeros
  // 3 D^2 elements: the matrix W_ur [D, 2D] followed by W_g [D, D].
  const framework::Tensor* weight = nullptr;
  const framework::Tensor* bias = nullptr;  // 3D elements; null: zeros
  Offsets offsets;  // of the sequences that the rows of x form
};

// The tensors it writes. All but `hidden` are kept for the gradient. Rows are
// in the order of x, not of the steps. None may be null.
struct GruOutputs {
  framework::Tensor* hidden = nullptr;  // [rows, D]
  // After the activation functions.
  framework::Tensor* gates = nullptr;  // [rows, 3D]: u, r, g
  framework::Tensor* reset = nullptr;  // [rows, D]: r h'
};

// Computes, for each step, with a = x + bias and h' the hidden row of the step
// before (h0 at the first):
//   u, r = gate(a_ur + h' W_ur), g = candidate(a_g + (r h') W_g)
//   h = (1 - u) h' + u g; in origin mode u h' + (1 - u) g
// Steps of different sequences are batched into one product, without padding.
// `gates` may be x. T: float, double. The result is bitwise the same for any
// number of threads. On the CPU groups of sequences run in parallel; on a GPU a
// step takes two products and two kernels.
template <class Device, class T>
void Gru(const Device& device, const GruInputs& inputs,
         const GruOptions& options, Workspace workspace,
         const GruOutputs& outputs);

// The outputs of Gru that its gradient reads. They have the shapes of
// GruOutputs.
struct GruSaved {
  const framework::Tensor* hidden = nullptr;
  const framework::Tensor* gates = nullptr;
  const framework::Tensor* reset = nullptr;
};

// The gradients of the inputs; null if not wanted. `x` may share the memory of
// `gates`. Each has the shape of its input and is overwritten; that of h0 gets
// zeros for a sequence without rows.
struct GruGrads {
  framework::Tensor* x = nullptr;
  framework::Tensor* h0 = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// Computes the gradients from `dhidden`, the gradient of `hidden`. `inputs`
// need neither x nor bias: the saved gates replace them. The gradient of the
// weight is two products over all rows, not two per step. The bits are the same
// for any number of threads.
template <class Device, class T>
void GruGrad(const Device& device, const GruInputs& inputs,
             const GruSaved& saved, const framework::Tensor& dhidden,
             const GruOptions& options, Workspace workspace,
             const GruGrads& grads);

}  // namespace paddle::operators::kernels

// Gated recurrent units over sequences of different lengths.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

struct GruOptions {
  bool reverse = false;      // the last row of a sequence is its first step
  bool origin_mode = false;  // u tells how much to keep, not how much to renew
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation candidate = GateActivation::kTanh;
};

// What it reads, for states of D elements.
struct GruInputs {
  const framework::Tensor* x = nullptr;   // [rows, 3D], gates u, r, g
  const framework::Tensor* h0 = nullptr;  // [sequences, D]; null: zeros
  // 3 D^2 elements: a matrix W_ur [D, 2D] and, behind it, W_g [D, D].
  const framework::Tensor* weight = nullptr;
  const framework::Tensor* bias = nullptr;  // 3D elements; null: zeros
  Offsets offsets;  // of the sequences that the rows of x form
};

// What it writes; everything but `hidden` is for the gradient.
struct GruOutputs {
  framework::Tensor* hidden = nullptr;  // [rows, D]
  framework::Tensor* gates = nullptr;   // [rows, 3D]: u, r, g
  framework::Tensor* reset = nullptr;   // [rows, D]: r h'
};

// With a = x + bias, and h' the hidden row of the step before:
//   u, r = gate(a_ur + h' W_ur), g = candidate(a_g + (r h') W_g)
//   h = (1 - u) h' + u g; in origin mode u h' + (1 - u) g
// `gates` may be x. T is float or double; the same bits for any number of
// threads.
template <class Device, class T>
void Gru(const Device& device, const GruInputs& inputs,
         const GruOptions& options, Workspace workspace,
         const GruOutputs& outputs);

// What it wrote.
struct GruSaved {
  const framework::Tensor* hidden = nullptr;
  const framework::Tensor* gates = nullptr;
  const framework::Tensor* reset = nullptr;
};

// Gradients of what it read; null for what is not wanted. `x` may be the
// memory of `gates`.
struct GruGrads {
  framework::Tensor* x = nullptr;
  framework::Tensor* h0 = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// `inputs` without x and bias.
template <class Device, class T>
void GruGrad(const Device& device, const GruInputs& inputs,
             const GruSaved& saved, const framework::Tensor& dhidden,
             const GruOptions& options, Workspace workspace,
             const GruGrads& grads);

}  // namespace paddle::operators::kernels

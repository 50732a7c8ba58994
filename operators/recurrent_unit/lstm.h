// Long short-term memory (Hochreiter and Schmidhuber, 1997), with the peepholes
// of Gers and Schmidhuber (2000), over sequences of different lengths.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The attributes of an operator.
struct LstmOptions {
  bool use_peepholes = false;
  bool reverse = false;  // the last row of a sequence is its first step
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation cell = GateActivation::kTanh;
  GateActivation candidate = GateActivation::kTanh;
};

// The tensors that an LSTM with states of D elements reads. The tensors and the
// offsets must outlive the call. Offsets cover all rows of x; a sequence may be
// empty, and has no steps then.
struct LstmInputs {
  // Already multiplied by the input weights, which is one product for all
  // steps.
  const framework::Tensor* x = nullptr;       // [rows, 4D], gates g, i, f, o
  const framework::Tensor* h0 = nullptr;      // [sequences, D]; null: zeros
  const framework::Tensor* c0 = nullptr;      // [sequences, D]; null: zeros
  const framework::Tensor* weight = nullptr;  // [D, 4D]
  // 4D elements, followed by the peepholes p_i, p_f, p_o (3D) if they are used;
  // may be null (zeros) if they are not.
  const framework::Tensor* bias = nullptr;
  Offsets offsets;  // of the sequences that the rows of x form
};

// The tensors it writes. All but `hidden` and `cell` are kept for the gradient.
// None may be null.
struct LstmOutputs {
  // Rows are in the order of x, not of the steps.
  framework::Tensor* hidden = nullptr;     // [rows, D]
  framework::Tensor* cell = nullptr;       // [rows, D]
  framework::Tensor* gates = nullptr;      // [rows, 4D]: g, i, f, o
  framework::Tensor* activated = nullptr;  // [rows, D]: activation of cell
};

// Runs LstmCell (lstm_cell.h) on each step of each sequence, with a = x + h'
// weight + bias, where h' is the hidden row of the step before (h0 at the
// first). Steps of different sequences are batched into one product, without
// padding. `gates` may be x. T: float, double. The result is bitwise the same
// for any number of threads.
template <class Device, class T>
void Lstm(const Device& device, const LstmInputs& inputs,
          const LstmOptions& options, Workspace workspace,
          const LstmOutputs& outputs);

// The outputs of Lstm that its gradient reads. They have the shapes of
// LstmOutputs.
struct LstmSaved {
  const framework::Tensor* hidden = nullptr;
  const framework::Tensor* cell = nullptr;
  const framework::Tensor* gates = nullptr;
  const framework::Tensor* activated = nullptr;
};

// The gradients of the inputs; null if not wanted. `x` may share the memory of
// `gates`. Each has the shape of its input, the bias with its peepholes, and is
// overwritten.
struct LstmGrads {
  framework::Tensor* x = nullptr;
  framework::Tensor* h0 = nullptr;
  framework::Tensor* c0 = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// Computes the gradients from `dhidden` and `dcell`, those of the outputs.
// `inputs` need no x: the saved gates replace it. The cell is an output
// of its own, hence its gradient. The bits are the same for any number of
// threads.
template <class Device, class T>
void LstmGrad(const Device& device, const LstmInputs& inputs,
              const LstmSaved& saved, const framework::Tensor& dhidden,
              const framework::Tensor& dcell, const LstmOptions& options,
              Workspace workspace, const LstmGrads& grads);

}  // namespace paddle::operators::kernels

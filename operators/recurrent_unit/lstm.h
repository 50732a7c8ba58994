// Long short-term memory over sequences of different lengths.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

struct LstmOptions {
  bool use_peepholes = false;
  bool reverse = false;  // the last row of a sequence is its first step
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation cell = GateActivation::kTanh;
  GateActivation candidate = GateActivation::kTanh;
};

// What an LSTM reads, for states of D elements.
struct LstmInputs {
  const framework::Tensor* x = nullptr;       // [rows, 4D], gates g, i, f, o
  const framework::Tensor* h0 = nullptr;      // [sequences, D]; null: zeros
  const framework::Tensor* c0 = nullptr;      // [sequences, D]; null: zeros
  const framework::Tensor* weight = nullptr;  // [D, 4D]
  // 4D elements, 7D with peepholes p_i, p_f, p_o; null, without peepholes,
  // for zeros.
  const framework::Tensor* bias = nullptr;
  Offsets offsets;  // of the sequences that the rows of x form
};

// What an LSTM writes; everything but `hidden` and `cell` is for its gradient.
struct LstmOutputs {
  framework::Tensor* hidden = nullptr;     // [rows, D]
  framework::Tensor* cell = nullptr;       // [rows, D]
  framework::Tensor* gates = nullptr;      // [rows, 4D]: g, i, f, o
  framework::Tensor* activated = nullptr;  // [rows, D]: activation of cell
};

// The steps of LstmCell (lstm_cell.h) over each sequence, with
// a = x + h' weight + bias, h' being the hidden row of the step before. `gates`
// may be x. T is float or double; the same bits for any number of threads.
template <class Device, class T>
void Lstm(const Device& device, const LstmInputs& inputs,
          const LstmOptions& options, Workspace workspace,
          const LstmOutputs& outputs);

// What an LSTM wrote.
struct LstmSaved {
  const framework::Tensor* hidden = nullptr;
  const framework::Tensor* cell = nullptr;
  const framework::Tensor* gates = nullptr;
  const framework::Tensor* activated = nullptr;
};

// Gradients of what an LSTM reads; null for what is not wanted. `x` may be the
// memory of `gates`.
struct LstmGrads {
  framework::Tensor* x = nullptr;
  framework::Tensor* h0 = nullptr;
  framework::Tensor* c0 = nullptr;
  framework::Tensor* weight = nullptr;
  framework::Tensor* bias = nullptr;
};

// `inputs` without x. `dhidden` and `dcell` are the gradients of the outputs.
template <class Device, class T>
void LstmGrad(const Device& device, const LstmInputs& inputs,
              const LstmSaved& saved, const framework::Tensor& dhidden,
              const framework::Tensor& dcell, const LstmOptions& options,
              Workspace workspace, const LstmGrads& grads);

}  // namespace paddle::operators::kernels

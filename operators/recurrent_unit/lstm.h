// Long short-term memory (Hochreiter and Schmidhuber, 1997), with the peepholes
// of Gers and Schmidhuber (2000), over sequences of different lengths.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The attributes of an operator.
struct LstmOptions {
  bool use_peepholes = false;
  bool reverse = false;  // the last row of a sequence is its first step
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation cell = GateActivation::kTanh;
  GateActivation candidate = GateActivation::kTanh;
  // True if float products of states may be computed in integers (IntegerWeight
  // in state_weight.h), where that is faster: large states and long sequences,
  // on the CPU.
  bool dynamic_int8 = false;
};

// The tensors of an LSTM beside its inputs (recurrent_tensors.h): those it
// writes, or what its gradient reads of them. All but `hidden` and `cell` are
// kept for the gradient alone. Rows are in the order of x, not of the steps.
// None may be null.
template <class Array, class Wide = Array>
struct LstmValues {
  Array* hidden = nullptr;    // [rows, D]
  Wide* cell = nullptr;       // [rows, D]
  Wide* gates = nullptr;      // [rows, 4D]: g, i, f, o
  Wide* activated = nullptr;  // [rows, D]: activation of cell
};
using LstmOutputs = LstmValues<framework::Tensor>;
using LstmSaved = LstmValues<const framework::Tensor>;

// Return the elements of the tensors; of 16-bit types all but the hidden rows
// are float.
template <typename T, typename Wide = platform::Accumulator<T>>
LstmValues<T, Wide> ElementsOf(const LstmOutputs& outputs) {
  return {outputs.hidden->mutable_data<T>(), outputs.cell->mutable_data<Wide>(),
          outputs.gates->mutable_data<Wide>(),
          outputs.activated->mutable_data<Wide>()};
}
template <typename T, typename Wide = platform::Accumulator<T>>
LstmValues<const T, const Wide> ElementsOf(const LstmSaved& saved) {
  return {saved.hidden->data<T>(), saved.cell->data<Wide>(),
          saved.gates->data<Wide>(), saved.activated->data<Wide>()};
}

// Runs LstmCell (lstm_cell.h) on each step of each sequence, with a = x + h'
// weight + bias, where h' is the hidden row of the step before (h0 at the
// first); the 4D columns of the gates are g, i, f and o. The bias is followed
// by the peepholes p_i, p_f, p_o (3D) if they are used, and may be null if they
// are not. Steps of different sequences are batched into one product, without
// padding. `gates` may be x, if they are of one type. The result is bitwise the
// same for any number of threads. T: float, double; on the CPU also bfloat16,
// of which x, h0, the weight and `hidden` are, and all others float: products
// of bfloat16 are added up in float, and only `hidden` is rounded. Its packed
// weight is in memory of `allocator`, which others do not use.
template <class Device, class T>
void Lstm(const Device& device, const RecurrentInputs& inputs,
          const LstmOptions& options, memory::Allocator* allocator,
          Workspace workspace, const LstmOutputs& outputs);

// Computes the gradients from `dhidden` and `dcell`, those of the outputs.
// `inputs` need no x: the saved gates replace it. The cell is an output
// of its own, hence its gradient. That of the bias has the peepholes, too. The
// bits are the same for any number of threads. Gradients have the types of what
// they are gradients of, as far as T is bfloat16.
template <class Device, class T>
void LstmGrad(const Device& device, const RecurrentInputs& inputs,
              const LstmSaved& saved, const framework::Tensor& dhidden,
              const framework::Tensor& dcell, const LstmOptions& options,
              memory::Allocator* allocator, Workspace workspace,
              const RecurrentGrads& grads);

}  // namespace paddle::operators::kernels

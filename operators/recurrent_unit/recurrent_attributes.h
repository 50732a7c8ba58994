// Recurrent units as operators call them: with the names of activation
// functions, and with batches of single steps.
#pragma once

#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/gru.h"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators::kernels {

// The attributes of gru and gru_unit, in the order of GruOptions.
struct GruAttributes {
  bool reverse;
  bool origin_mode;
  std::string gate;
  std::string candidate;

  GruOptions Parsed() const {
    return {reverse, origin_mode, ParseGateActivation(gate),
            ParseGateActivation(candidate)};
  }
};

// The attributes of lstm, in the order of LstmOptions.
struct LstmAttributes {
  bool use_peepholes;
  bool reverse;
  std::string gate;
  std::string cell;
  std::string candidate;

  LstmOptions Parsed() const {
    return {use_peepholes, reverse, ParseGateActivation(gate),
            ParseGateActivation(cell), ParseGateActivation(candidate)};
  }
};

// Calls Gru with the options that `attributes` name.
template <class Device, class T>
void GruOf(const Device& device, const GruInputs& inputs,
           const GruAttributes& attributes, Workspace workspace,
           const GruOutputs& outputs) {
  Gru<Device, T>(device, inputs, attributes.Parsed(), workspace, outputs);
}

// Calls GruGrad with the options that `attributes` name.
template <class Device, class T>
void GruOfGrad(const Device& device, const GruInputs& inputs,
               const GruSaved& saved, const framework::Tensor& dhidden,
               const GruAttributes& attributes, Workspace workspace,
               const GruGrads& grads) {
  GruGrad<Device, T>(device, inputs, saved, dhidden, attributes.Parsed(),
                     workspace, grads);
}

// Computes one step: each row is a sequence.
template <class Device, class T>
void GruStep(const Device& device, GruInputs inputs,
             const GruAttributes& attributes, Workspace workspace,
             const GruOutputs& outputs) {
  const auto offsets = UnitOffsets(inputs.x->dims()[0]);
  inputs.offsets = offsets;
  GruOf<Device, T>(device, inputs, attributes, workspace, outputs);
}

// Computes the gradient of GruStep.
template <class Device, class T>
void GruStepGrad(const Device& device, GruInputs inputs, const GruSaved& saved,
                 const framework::Tensor& dhidden,
                 const GruAttributes& attributes, Workspace workspace,
                 const GruGrads& grads) {
  const auto offsets = UnitOffsets(saved.hidden->dims()[0]);
  inputs.offsets = offsets;
  GruOfGrad<Device, T>(device, inputs, saved, dhidden, attributes, workspace,
                       grads);
}

// Calls Lstm with the options that `attributes` name.
template <class Device, class T>
void LstmOf(const Device& device, const LstmInputs& inputs,
            const LstmAttributes& attributes, Workspace workspace,
            const LstmOutputs& outputs) {
  Lstm<Device, T>(device, inputs, attributes.Parsed(), workspace, outputs);
}

// Calls LstmGrad with the options that `attributes` name.
template <class Device, class T>
void LstmOfGrad(const Device& device, const LstmInputs& inputs,
                const LstmSaved& saved, const framework::Tensor& dhidden,
                const framework::Tensor& dcell,
                const LstmAttributes& attributes, Workspace workspace,
                const LstmGrads& grads) {
  LstmGrad<Device, T>(device, inputs, saved, dhidden, dcell,
                      attributes.Parsed(), workspace, grads);
}

}  // namespace paddle::operators::kernels

// Computes single steps of gated recurrent units: each row is a sequence. It
// calls the functions of sequences with offsets of its own, so that both
// operators have one formula and one implementation.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gru.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/unit_offsets.h"

namespace paddle::operators::kernels {

// Computes Gru on the rows of x; inputs.offsets is ignored. x is [rows, 3D], h0
// the states before, [rows, D].
template <class Device, class T>
void GruStep(const Device& device, RecurrentInputs inputs,
             const GruOptions& options, memory::Allocator* allocator,
             Workspace workspace, const GruOutputs& outputs) {
  const auto offsets = UnitOffsets(inputs.x->dims()[0]);
  inputs.offsets = offsets;
  Gru<Device, T>(device, inputs, options, allocator, workspace, outputs);
}

// Computes the gradient of GruStep. The number of rows is that of saved.hidden,
// since inputs need no x.
template <class Device, class T>
void GruStepGrad(const Device& device, RecurrentInputs inputs,
                 const GruSaved& saved, const framework::Tensor& dhidden,
                 const GruOptions& options, memory::Allocator* allocator,
                 Workspace workspace, const RecurrentGrads& grads) {
  const auto offsets = UnitOffsets(saved.hidden->dims()[0]);
  inputs.offsets = offsets;
  GruGrad<Device, T>(device, inputs, saved, dhidden, options, allocator,
                     workspace, grads);
}

}  // namespace paddle::operators::kernels

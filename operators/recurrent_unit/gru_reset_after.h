// Gated recurrent units whose reset gate multiplies the product of the state
// with its weight, not the state, as in cuDNN, PyTorch and ONNX: one product
// for all gates of a step.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gru.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"

namespace paddle::operators::kernels {

// Computes Gru for options with reset_after, and is called by it. `reset` gets
// h' W_g + c.
template <class Device, class T>
void GruResetAfter(const Device& device, const RecurrentInputs& inputs,
                   const GruOptions& options, memory::Allocator* allocator,
                   Workspace workspace, const GruOutputs& outputs);

// Computes GruGrad likewise.
template <class Device, class T>
void GruResetAfterGrad(const Device& device, const RecurrentInputs& inputs,
                       const GruSaved& saved, const framework::Tensor& dhidden,
                       const GruOptions& options, memory::Allocator* allocator,
                       Workspace workspace, const RecurrentGrads& grads);

}  // namespace paddle::operators::kernels

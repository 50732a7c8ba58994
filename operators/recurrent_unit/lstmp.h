// Long short-term memory with a recurrent projection (Sak, Senior and Beaufays,
// 2014): the next step sees the hidden state times a matrix, which makes large
// cells cheap.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"

namespace paddle::operators::kernels {

// The functions that make a projection of a product.
struct ProjectionOptions {
  GateActivation activation = GateActivation::kTanh;
  double clip = 0;  // elements are kept in [-clip, clip]; 0: as they are
};

// Computes Lstm (lstm.h) with r' in place of h', where r = clip(activation(h
// projection_weight)), and projection = r, [rows, P]. The weight is [P, 4 D],
// h0 is [sequences, P], projection_weight [D, P]; cells have D elements, and
// what `outputs` has is as there. `gates` may be x. The bits are the same for
// any number of threads. T: float, double; 8-bit integers are not used.
template <class Device, class T>
void Lstmp(const Device& device, const RecurrentInputs& inputs,
           const framework::Tensor& projection_weight,
           const LstmOptions& options, const ProjectionOptions& projecting,
           memory::Allocator* allocator, Workspace workspace,
           const LstmOutputs& outputs, framework::Tensor* projection);

// Computes the gradients from those of projection and cell. `inputs` need no x.
// `d_projection_weight` may be null, like those of `grads`.
template <class Device, class T>
void LstmpGrad(const Device& device, const RecurrentInputs& inputs,
               const framework::Tensor& projection_weight,
               const LstmSaved& saved, const framework::Tensor& projection,
               const framework::Tensor& d_projection,
               const framework::Tensor& d_cell, const LstmOptions& options,
               const ProjectionOptions& projecting,
               memory::Allocator* allocator, Workspace workspace,
               const RecurrentGrads& grads,
               framework::Tensor* d_projection_weight);

}  // namespace paddle::operators::kernels

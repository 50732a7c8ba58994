// The losses of loss.h as operators call them: of every element, unscaled.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators::kernels {

// Computes the loss of each element; the inputs are in the order that LossOp
// gives. `saved` is null for losses that save nothing.
template <class Device, class T, LossOp op>
void ElementLoss(const Device& device, const LossInputs& inputs,
                 double parameter, framework::Tensor* saved,
                 framework::Tensor* out) {
  Loss<Device, T, op>(device, inputs, parameter, {}, saved, out);
}

// Computes the gradients of ElementLoss, each of which may be null; `reads` are
// in the order that LossOp gives.
template <class Device, class T, LossOp op>
void ElementLossGrad(const Device& device, const LossInputs& reads,
                     double parameter, const framework::Tensor& d_out,
                     framework::Tensor* d_first, framework::Tensor* d_second) {
  LossGrad<Device, T, op>(device, reads, parameter, {}, d_out, d_first,
                          d_second);
}

}  // namespace paddle::operators::kernels

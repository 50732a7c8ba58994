// One step of long short-term memory, all products done.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// x is [rows, 4D], four parts i, f, o, g; c_before, c and h are [rows, D]:
//   c = sigmoid(f + forget_bias) c_before + sigmoid(i) tanh(g)
//   h = sigmoid(o) tanh(c)
// T is float or double.
template <class Device, class T>
void LstmUnit(const Device& device, const framework::Tensor& x,
              const framework::Tensor& c_before, double forget_bias,
              Workspace workspace, framework::Tensor* c, framework::Tensor* h);

// From the gradients of c and h; null for what is not wanted.
template <class Device, class T>
void LstmUnitGrad(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& c_before,
                  const framework::Tensor& dc, const framework::Tensor& dh,
                  double forget_bias, Workspace workspace,
                  framework::Tensor* dx, framework::Tensor* dc_before);

}  // namespace paddle::operators::kernels

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
template <typename T>
void LstmUnit(const platform::DeviceContext& device, const framework::Tensor& x,
              const framework::Tensor& c_before, double forget_bias,
              Workspace workspace, framework::Tensor* c, framework::Tensor* h);

// From the gradients of c and h; null for what is not wanted.
template <typename T>
void LstmUnitGrad(const platform::DeviceContext& device,
                  const framework::Tensor& x, const framework::Tensor& c_before,
                  const framework::Tensor& dc, const framework::Tensor& dh,
                  double forget_bias, Workspace workspace,
                  framework::Tensor* dx, framework::Tensor* dc_before);

// The twins of these for GPUs.
template <typename T>
void LstmUnitOnCUDA(const platform::DeviceContext& device,
                    const framework::Tensor& x,
                    const framework::Tensor& c_before, double forget_bias,
                    framework::Tensor* c, framework::Tensor* h);
template <typename T>
void LstmUnitGradOnCUDA(const platform::DeviceContext& device,
                        const framework::Tensor& x,
                        const framework::Tensor& c_before,
                        const framework::Tensor& dc,
                        const framework::Tensor& dh, double forget_bias,
                        framework::Tensor* dx, framework::Tensor* dc_before);

}  // namespace paddle::operators::kernels

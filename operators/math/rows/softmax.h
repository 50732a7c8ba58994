// Softmax along one axis.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = exp(x - max) / sum(exp(x - max)), where max and sum run along `axis`
// (counted from the front). A slice with NaN gives NaN. `out` has the dims of
// x and may be x. T is float, double, float16 or bfloat16.
template <class Device, class T>
void Softmax(const Device& context, const framework::Tensor& x, int axis,
             framework::Tensor* out);

// dx = out * (dout - sum(dout * out)); `dx` may be `dout`.
template <class Device, class T>
void SoftmaxGrad(const Device& context, const framework::Tensor& out,
                 const framework::Tensor& d_out, int axis,
                 framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

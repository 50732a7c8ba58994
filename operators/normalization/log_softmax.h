// The logarithm of softmax along one axis.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = (x - max) - log(sum(exp(x - max))), where max and sum run
// along `axis` (counted from the front). Subtracting max keeps exp from
// overflowing. A slice with NaN gives NaN. `out` has the dims of x and may be
// x. T: float, double, float16, bfloat16; 16-bit numbers are computed in float.
template <class Device, class T>
void LogSoftmax(const Device& context, const framework::Tensor& x, int axis,
                framework::Tensor* out);

// Computes d_x = d_out - exp(out) * sum(d_out); `d_x` may be `d_out`.
template <class Device, class T>
void LogSoftmaxGrad(const Device& context, const framework::Tensor& out,
                    const framework::Tensor& d_out, int axis,
                    framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

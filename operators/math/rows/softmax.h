// Softmax along one axis, and its gradient. Device: CPU or CUDA; T: float,
// double, float16, bfloat16, of which the last two are computed in float and
// rounded once.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = exp(x - max) / sum(exp(x - max)), where max and sum run along
// `axis`, in [0, rank). Subtracting the maximum changes nothing but keeps exp
// from overflowing. A slice with NaN gives NaN. `out` has the dims of x and may
// be x.
template <class Device, class T>
void Softmax(const Device& context, const framework::Tensor& x, int axis,
             framework::Tensor* out);

// Computes dx = out * (dout - sum(dout * out)) along `axis`; `dx` may be
// `dout`.
template <class Device, class T>
void SoftmaxGrad(const Device& context, const framework::Tensor& out,
                 const framework::Tensor& d_out, int axis,
                 framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

// The largest of neighbouring channels (Goodfellow et al., "Maxout Networks",
// ICML 2013). With groups = 2, channels 1 5 2 0 become 5 2.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sets index c of out along `axis` (counted from the front) to the largest of
// the indices c * groups, ..., c * groups + groups - 1 of x; NaN where there is
// one. T: float, double, float16, bfloat16.
template <class Device, class T>
void Maxout(const Device& context, const framework::Tensor& x, int axis,
            framework::Tensor* out);

// Sets d_x to d_out at the first of those that equals out, and to 0 elsewhere,
// also where out is NaN.
template <class Device, class T>
void MaxoutGrad(const Device& context, const framework::Tensor& x,
                const framework::Tensor& out, const framework::Tensor& d_out,
                int axis, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

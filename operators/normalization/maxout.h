// The largest of neighbouring channels.
//
// Source: Goodfellow et al., "Maxout Networks" (ICML 2013).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Index c of out along `axis` (counted from the front) is the largest of the
// indices c * groups, ..., c * groups + groups - 1 of x; NaN where there is
// one. T is float, double, float16 or bfloat16.
template <class Device, class T>
void Maxout(const Device& context, const framework::Tensor& x, int axis,
            framework::Tensor* out);

// dx = dout at the first of those that is out; 0 elsewhere, and where out is
// NaN.
template <class Device, class T>
void MaxoutGrad(const Device& context, const framework::Tensor& x,
                const framework::Tensor& out, const framework::Tensor& d_out,
                int axis, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

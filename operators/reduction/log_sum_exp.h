// The logarithm of a sum of exponentials over some axes.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = log(sum(exp(x))), one element for each index of the axes that stay,
// computed from the distances to the largest element, so that nothing
// overflows; -inf over no elements. The same bits for any number of threads.
// T: float, double, float16, bfloat16 (in float).
template <class Device, class T>
void LogSumExp(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// dx = dout * exp(x - out); beside an element that is inf, which gets dout, all
// others get 0, and where all are -inf all do.
template <class Device, class T>
void LogSumExpGrad(const Device& device, const framework::Tensor& x,
                   const framework::Tensor& out, const framework::Tensor& dout,
                   AxisSet axes, Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

// Computes the logarithm of the sum of exponentials over some axes, and its
// gradient. It is a smooth maximum, and the logarithm of the denominator of
// softmax.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = log(sum(exp(x))) over `axes`, with one element for each index
// of the other axes; -inf if there are no elements to sum. The formula is max +
// log(sum(exp(x - max))), in which nothing overflows. The result does not
// depend on the number of threads. T: float, double, and float16 and bfloat16,
// computed in float. Requests `workspace` once.
template <class Device, class T>
void LogSumExp(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// Computes dx = dout * exp(x - out), the softmax of x times dout. If elements
// are inf, each of them gets dout and the others get 0; if all are -inf, all
// get 0. T is as for LogSumExp. Requests `workspace` at most once.
template <class Device, class T>
void LogSumExpGrad(const Device& device, const framework::Tensor& x,
                   const framework::Tensor& out, const framework::Tensor& dout,
                   AxisSet axes, Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

// The logarithm of a sum of exponentials over some axes, and its gradient: a
// smooth maximum, and the logarithm of the sum that softmax divides by.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = log(sum(exp(x))), one element for each index of the axes that
// are kept. It is computed as max + log(sum(exp(x - max))), so that nothing
// overflows; -inf over no elements. The same bits for any number of threads. T:
// float, double, float16, bfloat16 (in float). `workspace` is asked once.
template <class Device, class T>
void LogSumExp(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// Computes dx = dout * exp(x - out), the softmax of x times dout. If an element
// is inf, it gets dout and all others get 0; if all are -inf, all get 0. T as
// for LogSumExp; `workspace` is asked at most once.
template <class Device, class T>
void LogSumExpGrad(const Device& device, const framework::Tensor& x,
                   const framework::Tensor& out, const framework::Tensor& dout,
                   AxisSet axes, Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

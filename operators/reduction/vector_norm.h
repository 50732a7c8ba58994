// p-norms over some axes, and sums of powers.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Below, `out` and `dout` hold one element for each index of the axes of x that
// stay. The same bits for any number of threads. T: float, double, float16,
// bfloat16 (in float).

// out = sum(|x|^p); p is finite, and |x|^0 is 0 for x = 0 and else 1.
template <class Device, class T>
void SumOfPowers(const Device& device, const framework::Tensor& x, double p,
                 AxisSet axes, Workspace workspace, framework::Tensor* out);
// out = sum(|x|^p)^(1/p). Of p = inf and -inf: the largest and the smallest
// |x|; of p = 0: how many x are not 0. Over no elements 0, inf for p = -inf.
template <class Device, class T>
void VectorNorm(const Device& device, const framework::Tensor& x, double p,
                AxisSet axes, Workspace workspace, framework::Tensor* out);

// dx = dout * the derivative of |x|^p; p is 1 or 2.
template <class Device, class T>
void SumOfPowersGrad(const Device& device, const framework::Tensor& x,
                     const framework::Tensor& dout, double p, AxisSet axes,
                     framework::Tensor* dx);
// dx = dout * sign(x) * (|x| / out)^(p - 1); 0 where x or out is 0. Of p = inf
// and -inf: where |x| is out, divided evenly where it is for several.
template <class Device, class T>
void VectorNormGrad(const Device& device, const framework::Tensor& x,
                    const framework::Tensor& out, const framework::Tensor& dout,
                    double p, AxisSet axes, Workspace workspace,
                    framework::Tensor* dx);

}  // namespace paddle::operators::kernels

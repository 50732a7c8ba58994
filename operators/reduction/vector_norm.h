// Computes p-norms over some axes, sums of powers, and their gradients.
//
// `out` and `dout` hold one element for each index of the axes of x that are
// kept. Results do not depend on the number of threads. T: float, double, and
// float16 and bfloat16, computed in float. `workspace` is requested at most
// once.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = sum(|x|^p) for a finite p, where |x|^0 is 0 for x = 0 and
// otherwise 1. No root is taken: l1_norm and squared_l2_norm are such sums.
template <class Device, class T>
void SumOfPowers(const Device& device, const framework::Tensor& x, double p,
                 AxisSet axes, Workspace workspace, framework::Tensor* out);
// Computes out = sum(|x|^p)^(1/p). For p = inf and -inf it is the largest and
// the smallest |x|; for p = 0 the number of x that are not 0. Over no elements
// it is 0, or inf for p = -inf. As in numpy.linalg.norm.
template <class Device, class T>
void VectorNorm(const Device& device, const framework::Tensor& x, double p,
                AxisSet axes, Workspace workspace, framework::Tensor* out);

// Computes dx = dout * the derivative of |x|^p for p = 1 or 2: sign(x) and 2 x.
// At 0 the first is 0, the middle of the subgradients.
template <class Device, class T>
void SumOfPowersGrad(const Device& device, const framework::Tensor& x,
                     const framework::Tensor& dout, double p, AxisSet axes,
                     framework::Tensor* dx);
// Computes dx = dout * sign(x) * (|x| / out)^(p - 1), and 0 where x or out is
// 0, so that the origin has the gradient 0 and not NaN. For p = inf and -inf,
// dx = dout * sign(x) where |x| equals out; several such elements share it
// evenly.
template <class Device, class T>
void VectorNormGrad(const Device& device, const framework::Tensor& x,
                    const framework::Tensor& out, const framework::Tensor& dout,
                    double p, AxisSet axes, Workspace workspace,
                    framework::Tensor* dx);

}  // namespace paddle::operators::kernels

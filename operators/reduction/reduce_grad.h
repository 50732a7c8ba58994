// The gradients of the reductions of operators/math/loops/reduce.h, for CPU and
// CUDA.
//
// `out` and `dout` hold one element for each index of the axes that are kept,
// as `out` does there; dx has the dims of x. T: float, double, float16,
// bfloat16 (in float). The results have the same bits for any number of
// threads.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes dx = dout, repeated along the reduced axes. x is not read: its shape
// is that of dx.
template <class Device, class T>
void ReduceSumGrad(const Device& device, const framework::Tensor& dout,
                   AxisSet axes, framework::Tensor* dx);
// Computes dx = dout divided by the number of elements of each mean, repeated
// along the reduced axes.
template <class Device, class T>
void ReduceMeanGrad(const Device& device, const framework::Tensor& dout,
                    AxisSet axes, framework::Tensor* dx);
// Computes dx = dout * the product of the other elements, which is right also
// where some are 0 and out / x is not. Requests `workspace` once.
template <class Device, class T>
void ReduceProdGrad(const Device& device, const framework::Tensor& x,
                    const framework::Tensor& out, const framework::Tensor& dout,
                    AxisSet axes, Workspace workspace, framework::Tensor* dx);
// The gradient of ReduceMax and ReduceMin: dx = dout where x equals out,
// otherwise 0. Several elements that equal one result share dout evenly: the
// result does not depend on their order. Requests `workspace` once.
template <class Device, class T>
void ReduceExtremeGrad(const Device& device, const framework::Tensor& x,
                       const framework::Tensor& out,
                       const framework::Tensor& dout, AxisSet axes,
                       Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

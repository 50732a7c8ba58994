// The gradients of the reductions of reduce.h.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// `out` and `dout` are as `out` is there; T: float, double, float16, bfloat16
// (in float). The result has the same bits for any number of threads.

// dx = dout, repeated over the reduced axes.
template <class Device, class T>
void ReduceSumGrad(const Device& device, const framework::Tensor& dout,
                   AxisSet axes, framework::Tensor* dx);
// The same divided by the number of elements of each mean.
template <class Device, class T>
void ReduceMeanGrad(const Device& device, const framework::Tensor& dout,
                    AxisSet axes, framework::Tensor* dx);
// dx = dout * the product of the other elements, also where some are 0.
template <class Device, class T>
void ReduceProdGrad(const Device& device, const framework::Tensor& x,
                    const framework::Tensor& out, const framework::Tensor& dout,
                    AxisSet axes, Workspace workspace, framework::Tensor* dx);
// Of ReduceMax and ReduceMin: dx = dout where x is out, divided evenly where
// several are; else 0.
template <class Device, class T>
void ReduceExtremeGrad(const Device& device, const framework::Tensor& x,
                       const framework::Tensor& out,
                       const framework::Tensor& dout, AxisSet axes,
                       Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

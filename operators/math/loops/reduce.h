// Reductions of a tensor over some of its axes.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Below, `out` and `dout` hold one element for each index of the axes of x that
// stay, in order; their own dims (with sizes of 1 kept or not) do not matter.
// The result has the same bits for any number of threads. float16 and bfloat16
// are computed in float and rounded once.

// Sums; 0 over no elements. Integers wrap around. T: float, double, float16,
// bfloat16, int32_t, int64_t.
template <class Device, class T>
void ReduceSum(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// Means; NaN over no elements. T: the floating ones.
template <class Device, class T>
void ReduceMean(const Device& device, const framework::Tensor& x, AxisSet axes,
                Workspace workspace, framework::Tensor* out);
// Products; 1 over no elements. Integers wrap around. T as for ReduceSum.
template <class Device, class T>
void ReduceProd(const Device& device, const framework::Tensor& x, AxisSet axes,
                Workspace workspace, framework::Tensor* out);
// Largest and smallest elements; NaN where there is one; over no elements -inf
// and inf, or the lowest and the highest integer. T as for ReduceSum.
template <class Device, class T>
void ReduceMax(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
template <class Device, class T>
void ReduceMin(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// Whether all, or any, of the elements are true; of no elements all are, and
// none is. T: bool.
template <class Device, class T>
void ReduceAll(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
template <class Device, class T>
void ReduceAny(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);

}  // namespace paddle::operators::kernels

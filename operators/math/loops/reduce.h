// Reduces a tensor over some of its axes: sums, means, products, extrema.
//
// Each function reduces the axes in `axes` of x. `out` holds one element for
// each index of the axes that are kept, in row-major order; its own dims (with
// sizes of 1 kept or not) do not matter. The result does not depend on the
// number of threads, as the order of additions depends on the sizes only.
// float16 and bfloat16 are computed in float and rounded once. Device: CPU or
// CUDA. `workspace` is requested at most once. x and out must not share memory.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes sums; 0 over no elements. Integers wrap around. Runs of float are
// added up in lanes that are combined pairwise, so that errors grow slowly with
// the number of terms. T: float, double, float16, bfloat16, int32_t, int64_t.
template <class Device, class T>
void ReduceSum(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// Computes means, the sum divided by the number of elements; NaN over no
// elements. T: float, double, float16, bfloat16.
template <class Device, class T>
void ReduceMean(const Device& device, const framework::Tensor& x, AxisSet axes,
                Workspace workspace, framework::Tensor* out);
// Computes products; 1 over no elements. Integers wrap around. T as for
// ReduceSum.
template <class Device, class T>
void ReduceProd(const Device& device, const framework::Tensor& x, AxisSet axes,
                Workspace workspace, framework::Tensor* out);
// Compute the largest and the smallest elements; NaN where there is one, as in
// NumPy. Over no elements they are -inf and inf, or the lowest and the highest
// integer. T as for ReduceSum.
template <class Device, class T>
void ReduceMax(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
template <class Device, class T>
void ReduceMin(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
// True if all, or any, of the elements are true; over no elements ReduceAll
// gives true and ReduceAny false. T: bool.
template <class Device, class T>
void ReduceAll(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);
template <class Device, class T>
void ReduceAny(const Device& device, const framework::Tensor& x, AxisSet axes,
               Workspace workspace, framework::Tensor* out);

}  // namespace paddle::operators::kernels

// Reductions of a tensor over some of its axes.
#pragma once

#include <bitset>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/kernels/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The axes to reduce: bit i for axis i.
using AxisSet = std::bitset<framework::Dims::kMaxRank>;

// Below, `out` and `dout` hold one element for each index of the axes of x that
// stay, in order; their own dims (with sizes of 1 kept or not) do not matter.
// The result has the same bits for any number of threads.

// Sums; 0 over no elements. Integers wrap around. T: float, double, int32_t,
// int64_t.
template <typename T>
void ReduceSum(const platform::DeviceContext& device,
               const framework::Tensor& x, AxisSet axes, Workspace workspace,
               framework::Tensor* out);
// Means; NaN over no elements. T: float, double.
template <typename T>
void ReduceMean(const platform::DeviceContext& device,
                const framework::Tensor& x, AxisSet axes, Workspace workspace,
                framework::Tensor* out);
// Largest elements; NaN where there is one; over no elements -inf, or the
// lowest integer. T as for ReduceSum.
template <typename T>
void ReduceMax(const platform::DeviceContext& device,
               const framework::Tensor& x, AxisSet axes, Workspace workspace,
               framework::Tensor* out);

// dx = dout, repeated over the reduced axes. T: float, double.
template <typename T>
void ReduceSumGrad(const platform::DeviceContext& device,
                   const framework::Tensor& dout, AxisSet axes,
                   framework::Tensor* dx);
// The same divided by the number of elements of each mean.
template <typename T>
void ReduceMeanGrad(const platform::DeviceContext& device,
                    const framework::Tensor& dout, AxisSet axes,
                    framework::Tensor* dx);
// dx = dout where x is the maximum, divided evenly where several are; else 0.
template <typename T>
void ReduceMaxGrad(const platform::DeviceContext& device,
                   const framework::Tensor& x, const framework::Tensor& out,
                   const framework::Tensor& dout, AxisSet axes,
                   Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

// Gathers slices of a tensor by index, and scatters slices to indices.
//
// Tensors are viewed as [outer, size, inner] (AxisView); slice i consists of
// the elements [o, i, ...] for all o. The indices have been checked (index.h):
// they lie in [0, size) of the view and in memory of the device. Tensors must
// not share memory. T: float, double, int32_t, int64_t.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[o, i] = x[o, indices[i]]; `view` is the view of x. Any data
// type.
template <class Device>
void Gather(const Device& device, const framework::Tensor& x,
            const AxisView& view, Indices indices, framework::Tensor* out);

// Computes out[o, indices[i]] = updates[o, i]. If an index occurs more than
// once, the last update wins, on every device. `view` is the view of out;
// slices without an update do not change. Any data type.
template <class Device>
void Scatter(const Device& device, Indices indices,
             const framework::Tensor& updates, const AxisView& view,
             framework::Tensor* out);

// Computes the gradient of Scatter with respect to the updates: d_updates[o, i]
// = dout[o, indices[i]] for the update that won, and 0 for those it overwrote.
// `view` is the view of dout. Any data type.
template <class Device>
void ScatterGrad(const Device& device, const framework::Tensor& dout,
                 const AxisView& view, Indices indices,
                 framework::Tensor* d_updates);
// Computes out[o, indices[i]] = 0; `view` is the view of out. Any data type.
template <class Device>
void ClearSlices(const Device& device, Indices indices, const AxisView& view,
                 framework::Tensor* out);

// Computes out[o, indices[i]] += updates[o, i] in the order of i, so that the
// result is the same in every run, for any number of threads. `view` is the
// view of out. Integers wrap around on overflow.
template <class Device, class T>
void ScatterAdd(const Device& device, Indices indices,
                const framework::Tensor& updates, const AxisView& view,
                framework::Tensor* out);

}  // namespace paddle::operators::kernels

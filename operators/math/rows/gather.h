// Slices of a tensor by number, and into places by number.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Below, `indices` have been checked: they lie in [0, size) of the view, and in
// memory of the device.
// Nothing may share memory unless it is said.

// out[o, i] = x[o, indices[i]] for the view of x. Any data type.
template <class Device>
void Gather(const Device& device, const framework::Tensor& x,
            const AxisView& view, Indices indices, framework::Tensor* out);

// out[o, indices[i]] = updates[o, i]; of several updates of one place the last
// one stays. `view` is out's. Any data type.
template <class Device>
void Scatter(const Device& device, Indices indices,
             const framework::Tensor& updates, const AxisView& view,
             framework::Tensor* out);

// The gradients of Scatter. d_updates[o, i] = dout[o, indices[i]] if that
// update is the one that stayed, else 0. `view` is dout's.
template <class Device>
void ScatterGrad(const Device& device, const framework::Tensor& dout,
                 const AxisView& view, Indices indices,
                 framework::Tensor* d_updates);
// out[o, indices[i]] = 0. Any data type.
template <class Device>
void ClearSlices(const Device& device, Indices indices, const AxisView& view,
                 framework::Tensor* out);

// out[o, indices[i]] += updates[o, i], in the order of i: the same bits for any
// number of threads. T is float, double, int32_t or int64_t; integers wrap
// around.
template <class Device, class T>
void ScatterAdd(const Device& device, Indices indices,
                const framework::Tensor& updates, const AxisView& view,
                framework::Tensor* out);

}  // namespace paddle::operators::kernels

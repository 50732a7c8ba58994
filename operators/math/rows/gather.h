// Gathering slices of a tensor by index, and scattering slices to indices.
//
// Tensors are seen through an AxisView [outer, size, inner]; slice i has the
// elements [o, i, ...] for all o. The indices have been checked (index.h): they
// lie in [0, size) of the view and are in memory of the device. Nothing may
// share memory unless stated. T: float, double, int32_t, int64_t.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[o, i] = x[o, indices[i]], where `view` is x's. Any data type.
template <class Device>
void Gather(const Device& device, const framework::Tensor& x,
            const AxisView& view, Indices indices, framework::Tensor* out);

// Computes out[o, indices[i]] = updates[o, i]; of several updates of one slice
// the last stays, on every device. `view` is out's; other slices keep their
// elements. Any data type.
template <class Device>
void Scatter(const Device& device, Indices indices,
             const framework::Tensor& updates, const AxisView& view,
             framework::Tensor* out);

// Computes the gradient of Scatter with respect to the updates: d_updates[o, i]
// = dout[o, indices[i]] if that update is the one that stayed, otherwise 0.
// `view` is dout's. Any data type.
template <class Device>
void ScatterGrad(const Device& device, const framework::Tensor& dout,
                 const AxisView& view, Indices indices,
                 framework::Tensor* d_updates);
// Computes out[o, indices[i]] = 0. `view` is out's. Any data type.
template <class Device>
void ClearSlices(const Device& device, Indices indices, const AxisView& view,
                 framework::Tensor* out);

// Computes out[o, indices[i]] += updates[o, i], in the order of i: the same
// bits for any number of threads and in every run. `view` is out's. Integers
// wrap around.
template <class Device, class T>
void ScatterAdd(const Device& device, Indices indices,
                const framework::Tensor& updates, const AxisView& view,
                framework::Tensor* out);

}  // namespace paddle::operators::kernels

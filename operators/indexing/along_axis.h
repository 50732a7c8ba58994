// Gathers elements along an axis, each by an index of its own. This is NumPy's
// take_along_axis: lines of one axis are gathered one by one, unlike whole
// slices (math/rows/gather.h).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// In both functions x and the gathered tensor have the same shape except along
// `axis`; `indices` has one index for each gathered element, in row-major
// order, already checked against the size of x along `axis` (CheckedIndices).
// The tensors must not share memory.

// Computes out[.., i, ..] = x[.., indices[.., i, ..], ..]. Supports every data
// type. An index may occur often, or never. Elements are copied as bytes.
template <class Device>
void TakeAlongAxis(const Device& device, const framework::Tensor& x, int axis,
                   Indices indices, framework::Tensor* out);

// Computes the gradient of TakeAlongAxis: dx[.., indices[.., i, ..], ..] = the
// sum of dout[.., i, ..] over i in ascending order, 0 where no index points.
// The fixed order makes the result deterministic. T: float, double. All of dx
// is overwritten.
template <class Device, class T>
void TakeAlongAxisGrad(const Device& device, Indices indices,
                       const framework::Tensor& dout, int axis,
                       framework::Tensor* dx);

}  // namespace paddle::operators::kernels

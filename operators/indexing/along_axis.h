// Elements picked along an axis, for each index of the other axes on its own.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Below, x and the picked elements have the same dims but for `axis`; `indices`
// are as many as there are picked elements, and have been checked against the
// size of x along the axis. Nothing may share memory.

// out[.., i, ..] = x[.., indices[.., i, ..], ..]. Any data type.
template <class Device>
void TakeAlongAxis(const Device& device, const framework::Tensor& x, int axis,
                   Indices indices, framework::Tensor* out);

// dx[.., indices[.., i, ..], ..] = the sum of dout[.., i, ..], in the order of
// i; 0 where there is none. T is float or double.
template <class Device, class T>
void TakeAlongAxisGrad(const Device& device, Indices indices,
                       const framework::Tensor& dout, int axis,
                       framework::Tensor* dx);

}  // namespace paddle::operators::kernels

// Squared Euclidean distances of rows.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// difference = x - y and out = the sums of the squares of its rows.
// `difference` has two axes and as many elements as x; y has as many, or those
// of one row, which belongs to all rows of x. T: float, double, float16,
// bfloat16 (in float).
template <class Device, class T>
void SquaredDistance(const Device& device, const framework::Tensor& x,
                     const framework::Tensor& y, Workspace workspace,
                     framework::Tensor* difference, framework::Tensor* out);
// The gradients for x and y, either of which may be null, given that for out.
// What rows share gets the sum over the rows.
template <class Device, class T>
void SquaredDistanceGrad(const Device& device,
                         const framework::Tensor& difference,
                         const framework::Tensor& dout, Workspace workspace,
                         framework::Tensor* dx, framework::Tensor* dy);

}  // namespace paddle::operators::kernels

// Squared Euclidean distances of rows, and their gradients. Made of the loops
// of reductions, so that the results are reproducible, too.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes difference = x - y, and out = the sums of the squares of its rows.
// `difference` has two axes and as many elements as x; y has as many, or those
// of one row, which is then subtracted from all rows of x. The difference is an
// output because the gradient reads it. T: float, double, float16, bfloat16 (in
// float). Device: CPU or CUDA.
template <class Device, class T>
void SquaredDistance(const Device& device, const framework::Tensor& x,
                     const framework::Tensor& y, Workspace workspace,
                     framework::Tensor* difference, framework::Tensor* out);
// Computes the gradients of x and y, 2 dout difference and -2 dout difference;
// either may be null. A row of y that all rows of x share gets the sum over the
// rows, accumulated in float for 16-bit types and rounded once. The result does
// not depend on the number of threads. Requests `workspace` at most once.
template <class Device, class T>
void SquaredDistanceGrad(const Device& device,
                         const framework::Tensor& difference,
                         const framework::Tensor& dout, Workspace workspace,
                         framework::Tensor* dx, framework::Tensor* dy);

}  // namespace paddle::operators::kernels

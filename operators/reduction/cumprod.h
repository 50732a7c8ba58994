// Computes running products along an axis, from either end, and their gradient.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[..., i, ...] = the product of x[..., j, ...] over all j <= i;
// over j < i if `exclusive`, so that the first is 1; from the other end of the
// axis if `reverse`. `axis` lies in [0, rank). `out` may be x. Integers wrap
// around; 16-bit numbers are multiplied in float. The result does not depend on
// the number of threads. T: PADDLE_NUMBERS. Device: CPU or CUDA.
template <class Device, class T>
void CumProd(const Device& device, const framework::Tensor& x, int axis,
             bool exclusive, bool reverse, framework::Tensor* out);

// Computes dx of CumProd from the gradient of out, in time proportional to the
// number of elements and without divisions: exact where x has zeros, too.
// Requests `workspace` once, for a number for each element. T: floating types.
template <class Device, class T>
void CumProdGrad(const Device& device, const framework::Tensor& x,
                 const framework::Tensor& dout, int axis, bool exclusive,
                 bool reverse, Workspace workspace, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

// Running sums along an axis.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out[..., i, ...] = the sum of x[..., j, ...] for all j <= i; for j < i if
// `exclusive`; from the other end of the axis if `reverse`. `out` may be x.
// Integers wrap around; float is added up in double, float16 and bfloat16 in
// float. The same bits for any number of threads. T: float, double, float16,
// bfloat16, int32_t, int64_t.
template <class Device, class T>
void CumSum(const Device& device, const framework::Tensor& x, int axis,
            bool exclusive, bool reverse, Workspace workspace,
            framework::Tensor* out);

}  // namespace paddle::operators::kernels

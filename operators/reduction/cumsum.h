// Computes running sums along an axis, from either end. The gradient of a
// running sum is the running sum from the other end, so the same operator
// computes it.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[..., i, ...] = the sum of x[..., j, ...] over all j <= i; over j
// < i if `exclusive`; from the other end of the axis if `reverse`. `axis` lies
// in [0, rank). `out` may be x. Integers wrap around; float is accumulated in
// double, float16 and bfloat16 in float (running_sum.h). The result does not
// depend on the number of threads. Requests `workspace` at most once. T: float,
// double, float16, bfloat16, int32_t, int64_t. Device: CPU or CUDA.
template <class Device, class T>
void CumSum(const Device& device, const framework::Tensor& x, int axis,
            bool exclusive, bool reverse, Workspace workspace,
            framework::Tensor* out);

}  // namespace paddle::operators::kernels

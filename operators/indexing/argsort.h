// Sorts a tensor along an axis.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sorts each line of x along `axis` in ascending order (descending, if asked
// for) into `out`, and stores the int64 positions of the elements within their
// lines of x in `indices`. The sort is stable; NaN counts as larger than any
// number. All three tensors have one shape; out and x must not share memory.
// Takes O(n log n) per line on the CPU, a radix sort on GPUs. T: float, double,
// int32_t, int64_t. On the CPU a long sort looks for cancellation of the run
// and then throws. On a GPU more than 2^32 - 1 short lines throw OutOfRange.
template <class Device, class T>
void ArgSort(const Device& device, const framework::Tensor& x, int axis,
             bool descending, framework::Tensor* out,
             framework::Tensor* indices);

}  // namespace paddle::operators::kernels

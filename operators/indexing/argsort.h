// The order of elements.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Along `axis`: out = the elements of x in ascending order (descending, if that
// is asked for), and the int64 `indices` say where in x they stand. Equal
// elements keep their order; NaN counts as larger than any number. All have the
// dims of x. T: float, double, int32_t, int64_t.
template <class Device, class T>
void ArgSort(const Device& device, const framework::Tensor& x, int axis,
             bool descending, framework::Tensor* out,
             framework::Tensor* indices);

}  // namespace paddle::operators::kernels

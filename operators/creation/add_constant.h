// A tensor plus one number.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = x + value, element by element; integers wrap around. `out` may be x's
// memory. T: float, double, int32_t, int64_t.
template <class Device, class T>
void AddConstant(const Device& device, const framework::Tensor& x, T value,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels

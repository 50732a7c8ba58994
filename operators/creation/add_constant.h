// Addition of one number to a tensor, which counters of steps and loops use.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = x + value elementwise; integers wrap around. `out` may be x's
// memory. T: float, double, int32_t, int64_t. Device: CPU or CUDA.
template <class Device, class T>
void AddConstant(const Device& device, const framework::Tensor& x, T value,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels

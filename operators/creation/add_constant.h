// Adds a number to each element of a tensor: the kernel of increment, which
// advances the counters of loops and training steps.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = x + value elementwise, where `out` has the dims of x and may
// be its memory. Integers wrap around on overflow. T: float, double, int32_t,
// int64_t. Device: CPU or CUDA.
template <class Device, class T>
void AddConstant(const Device& device, const framework::Tensor& x, T value,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels

// Random orthogonal matrices, for initialising parameters.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Fills `out`, seen as a matrix of axis 0 by all others, with gain * Q: the
// rows of Q are orthonormal, or its columns if it is taller than wide. All such
// matrices are equally likely. Computed on the CPU, in double, and copied if
// `device` is a GPU. The elements are a function of the key alone. T: float,
// double.
template <typename T>
void FillOrthogonal(const platform::DeviceContext& device,
                    const platform::RandomKey& key, double gain,
                    framework::Tensor* out);

}  // namespace paddle::operators::kernels

// Fills parameters with random orthogonal matrices.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Fills `out`, viewed as a matrix of axis 0 by all other axes, with gain * Q,
// where the rows of Q are orthonormal, or its columns if it has more rows than
// columns. Q is uniformly distributed over all such matrices and is a function
// of the key alone. Computed on the CPU in double, and copied if `device` is a
// GPU. T: float, double.
template <typename T>
void FillOrthogonal(const platform::DeviceContext& device,
                    const platform::RandomKey& key, double gain,
                    framework::Tensor* out);

}  // namespace paddle::operators::kernels

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
// GPU, which is waited for. T: float, double.
//
// Draws a normal matrix, and takes the Q of its QR decomposition with the signs
// that make the diagonal of R positive (Mezzadri, "How to generate random
// matrices from the classical compact groups", 2007). Takes O(m n min(m, n))
// time for an m x n matrix, on one thread but for the draws. An empty tensor is
// left alone.
template <typename T>
void FillOrthogonal(const platform::DeviceContext& device,
                    const platform::RandomKey& key, double gain,
                    framework::Tensor* out);

}  // namespace paddle::operators::kernels

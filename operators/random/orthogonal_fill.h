// Random orthogonal matrices.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// gain * a matrix, axis 0 of `out` against all others, whose rows are
// orthonormal, or its columns, if it is taller than wide; all such matrices are
// equally likely. Computed in double; T: float, double.
template <typename T>
void FillOrthogonal(const platform::DeviceContext& device,
                    const platform::RandomKey& key, double gain,
                    framework::Tensor* out);

}  // namespace paddle::operators::kernels

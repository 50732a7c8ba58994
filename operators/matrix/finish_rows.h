// Finishes rows of products: adds a bias and a residual, and applies an
// activation.
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/fused_activation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[i, j] = f(out[i, j] + bias[j] + residual[i, j]) for `rows` rows
// of `columns`, where `bias` and `residual` may be null. Rounds 16-bit results
// once. Device: CPU or CUDA; T: floating types.
template <class Device, class T>
void FinishRows(const Device& device, int64_t rows, int64_t columns,
                FusedActivation f, const T* bias, const T* residual, T* out);

}  // namespace paddle::operators::kernels

// Computes by how much a normalization scales: the same bits on every device
// for one variance.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns 1 / sqrt(variance + epsilon), computed in double and rounded to A.
template <typename A>
PADDLE_HOST_DEVICE inline A InverseOf(A variance, double epsilon) {
  return static_cast<A>(1 / std::sqrt(variance + epsilon));
}

}  // namespace paddle::operators::kernels

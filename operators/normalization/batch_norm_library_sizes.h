// A batch normalisation in the terms of cuDNN, and which are left to it.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The dims of x as an image, [outer, channels, inner, 1]. None for what our
// own kernels compute: no elements, or more than cuDNN counts, 2^31; an outer
// axis of more than 65535, its limit; and channels that lie side by side (inner
// 1), which it would walk with strides.
std::optional<std::array<int, 4>> BatchNormForLibrary(
    const BatchNormShape& shape);

// The variance that gives 1 / sqrt(variance + epsilon). The one that cuDNN
// keeps is divided by the number of elements less one, ours is not. The error
// is one of variance + epsilon, which is what a variance is wanted for.
template <typename A>
PADDLE_HOST_DEVICE A VarianceOf(A inverse, double epsilon) {
  const double square = 1. * inverse * inverse;
  const double variance = 1 / square - epsilon;
  return static_cast<A>(variance < 0 ? 0 : variance);
}

}  // namespace paddle::operators::kernels

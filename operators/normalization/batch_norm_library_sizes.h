// Decides which batch normalisations are left to cuDNN, and describes them in
// its terms. Apart from cuDNN's own header, so that it is tested in every
// build.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns the dims of x as an image, [outer, channels, inner, 1], or none for
// what our own kernels compute: no elements, or more than cuDNN counts, 2^31;
// an outer axis of more than 65535, its limit; and channels that are adjacent
// in memory (inner 1), which it would walk with strides.
std::optional<std::array<int, 4>> BatchNormForLibrary(
    const BatchNormShape& shape);

// Returns the variance that gives 1 / sqrt(variance + epsilon). The one that
// cuDNN keeps is divided by the number of elements less one, ours is not. The
// error is one of variance + epsilon, which is what a variance is wanted for;
// it may make a small variance negative, which is cut to 0.
template <typename A>
PADDLE_HOST_DEVICE A VarianceOf(A inverse, double epsilon) {
  const double square = 1. * inverse * inverse;
  const double variance = 1 / square - epsilon;
  return static_cast<A>(variance < 0 ? 0 : variance);
}

}  // namespace paddle::operators::kernels

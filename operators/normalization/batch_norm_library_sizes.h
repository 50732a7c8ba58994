// Decides which batch normalisations cuDNN computes, and converts sizes and
// statistics to its conventions. Does not include cuDNN's header, so that it is
// tested in every build.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns the dims of x as an image, [outer, channels, inner, 1], or nothing if
// our own kernels must compute it: for no elements, or more than 2^31, which
// cuDNN cannot count; for an outer axis of more than 65535, its limit; and for
// channels that are adjacent in memory (inner 1), which it would read with
// strides.
std::optional<std::array<int, 4>> BatchNormForLibrary(
    const BatchNormShape& shape);

// Returns the variance for which 1 / sqrt(variance + epsilon) is `inverse`. The
// running variance of cuDNN cannot be used: it is divided by the number of
// elements minus one, ours by the number. The rounding error is relative to
// variance + epsilon, the only form in which variances are used; a negative
// result is set to 0.
template <typename A>
PADDLE_HOST_DEVICE A VarianceOf(A inverse, double epsilon) {
  const double square = 1. * inverse * inverse;
  const double variance = 1 / square - epsilon;
  return static_cast<A>(variance < 0 ? 0 : variance);
}

}  // namespace paddle::operators::kernels

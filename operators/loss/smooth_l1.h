// Smooth L1 of one difference, on the CPU and in CUDA kernels; see loss_rows.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Both pieces in one formula in min(sigma^2 |d|, 1), without a branch.
template <typename T>
struct SmoothL1Rule {
  explicit SmoothL1Rule(double sigma)
      : square(static_cast<T>(sigma * sigma)),
        half(static_cast<T>(0.5 / (sigma * sigma))) {}

  // Returns (sigma d)^2 / 2 for small |d|, |d| - 1 / (2 sigma^2) for large.
  PADDLE_HOST_DEVICE T Value(T difference) const {
    const T size = std::abs(difference);
    const T steep = square * size;
    const T slope = steep > T(1) ? T(1) : steep;  // without a branch
    return slope * (size - half * slope);
  }
  // Returns sigma^2 d, limited to [-1, 1].
  PADDLE_HOST_DEVICE T Slope(T difference) const {
    const T steep = square * difference;
    const T raised = steep < T(-1) ? T(-1) : steep;
    return raised > T(1) ? T(1) : raised;
  }

  // sigma^2, and 1 / (2 sigma^2).
  T square;
  T half;
};

}  // namespace paddle::operators::kernels

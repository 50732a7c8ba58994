// Smooth L1 of one difference, marked for GPUs; see loss_rows.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

template <typename T>
struct SmoothL1Rule {
  explicit SmoothL1Rule(double sigma)
      : square(static_cast<T>(sigma * sigma)),
        half(static_cast<T>(0.5 / (sigma * sigma))) {}

  PADDLE_HOST_DEVICE T Value(T difference) const {
    const T size = std::abs(difference);
    const T steep = square * size;
    const T slope = steep > T(1) ? T(1) : steep;  // without a branch
    return slope * (size - half * slope);
  }
  PADDLE_HOST_DEVICE T Slope(T difference) const {
    const T steep = square * difference;
    const T raised = steep < T(-1) ? T(-1) : steep;
    return raised > T(1) ? T(1) : raised;
  }

  T square;
  T half;
};

}  // namespace paddle::operators::kernels

// Steps towards zero, with which optimizers make parameters sparse, on the CPU
// and in CUDA kernels.
#pragma once

#include <algorithm>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns sign(x) * max(|x| - threshold, 0). Written without a branch or a
// sign, so that loops over it are vectorised; a NaN stays a NaN.
template <typename T>
PADDLE_HOST_DEVICE T SoftThreshold(T x, T threshold) {
  return x - std::max(std::min(x, threshold), -threshold);
}

// The proximal step of Duchi and Singer, "Efficient online and batch learning
// using forward backward splitting", 2009: sign(q) * max(|q| - rate * l1, 0) /
// (1 + rate * l2).
template <typename T>
struct ProximalStep {
  T threshold, shrink;
  PADDLE_HOST_DEVICE T operator()(T q) const {
    return SoftThreshold(q, threshold) * shrink;
  }
};

// Returns the step of a rate. The division is made once, not per element.
template <typename T>
PADDLE_HOST_DEVICE ProximalStep<T> ProximalStepOf(T rate, double l1,
                                                  double l2) {
  return {static_cast<T>(rate * l1), static_cast<T>(1 / (1 + rate * l2))};
}

}  // namespace paddle::operators::kernels

// The loss of one class, on the CPU and in CUDA kernels.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/loss/cross_entropy.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A probability below this has no gradient larger than 1 / kSmallest.
inline constexpr double kSmallest = 1e-20;

// Returns -log(probability), at most kMaxLoss.
template <typename T>
PADDLE_HOST_DEVICE T LossOf(T probability) {
  const T loss = -std::log(probability);
  return loss > T(kMaxLoss) ? T(kMaxLoss) : loss;
}

// Returns d_loss times the derivative of LossOf.
template <typename T>
PADDLE_HOST_DEVICE T LossSlope(T probability, T d_loss) {
  return -d_loss / std::max(probability, T(kSmallest));
}

}  // namespace paddle::operators::kernels

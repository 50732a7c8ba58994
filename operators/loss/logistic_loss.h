// The loss of a logistic model, from which several losses are made. The plain
// formula fails at both ends:
//
//   x = 100    exp(x) overflows a float, the loss is 100
//   x = -20    1 + exp(x) is 1 in float, the loss is 2e-9, not 0
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

namespace internal {

// Returns log(1 + exp(-|x|)). For a small e, 1 + e loses digits: (u - 1) - e of
// them, which change the logarithm by 1 / u times as much, and are put back.
template <typename T>
PADDLE_HOST_DEVICE inline T LogisticTail(T x) {
  const T e = Exp(-std::abs(x));
  const T u = T(1) + e;
  return Log(u) + (e - (u - T(1))) / u;
}

}  // namespace internal

// Returns log(1 + exp(x)) - label * x, the cross entropy of sigmoid(x) and
// label. Nothing overflows, and small losses keep their digits. NaN gives NaN.
// Like scalar_math.h, free of branches and marked for GPUs. T: float, double.
template <typename T>
PADDLE_HOST_DEVICE inline T LogisticLossOf(T x, T label) {
  const T positive = x > T(0) ? x : T(0);
  return (positive - label * x) + internal::LogisticTail(x);
}
// Returns log(1 + exp(x)), the loss of label 0; x may also be infinite, where 0
// * x would be NaN.
template <typename T>
PADDLE_HOST_DEVICE inline T LogisticLossOf(T x) {
  return (x > T(0) ? x : T(0)) + internal::LogisticTail(x);
}

// Computes out[i] = LogisticLossOf(x[i], label[i]) for i in [0, size); `label`
// may be null: zeros. `out` may be x or label. Serial: callers are in loops
// over rows that run in parallel.
template <typename T>
void LogisticLoss(int64_t size, const T* x, const T* label, T* out);

}  // namespace paddle::operators::kernels

// The loss of a logistic model, which several losses are made of.
#pragma once

#include <cmath>
#include <cstdint>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

namespace internal {

// log(1 + exp(-|x|)). What 1 + e loses of a small e is (u - 1) - e, and the
// logarithm changes by 1 / u times as much.
template <typename T>
PADDLE_HOST_DEVICE inline T LogisticTail(T x) {
  const T e = Exp(-std::abs(x));
  const T u = T(1) + e;
  return Log(u) + (e - (u - T(1))) / u;
}

}  // namespace internal

// log(1 + exp(x)) - label * x, the cross entropy of sigmoid(x) and label.
// Nothing overflows, and small losses keep their digits. NaN gives NaN. Like
// scalar_math.h, free of branches and marked for GPUs. T: float or double.
template <typename T>
PADDLE_HOST_DEVICE inline T LogisticLossOf(T x, T label) {
  const T positive = x > T(0) ? x : T(0);
  return (positive - label * x) + internal::LogisticTail(x);
}
// Of label 0, where x may be infinite, too.
template <typename T>
PADDLE_HOST_DEVICE inline T LogisticLossOf(T x) {
  return (x > T(0) ? x : T(0)) + internal::LogisticTail(x);
}

// out[i] = LogisticLossOf(x[i], label[i]) for i in [0, size); `label` may be
// null: zeros. `out` may be x or label.
template <typename T>
void LogisticLoss(int64_t size, const T* x, const T* label, T* out);

}  // namespace paddle::operators::kernels

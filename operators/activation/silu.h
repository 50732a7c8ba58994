// X / (1 + exp(-X)): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SiluFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x * kernels::Sigmoid(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T s = kernels::Sigmoid(x);
    return g * (s + x * s * (T(1) - s));
  }
};

}  // namespace paddle::operators

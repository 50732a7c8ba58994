// |X|: see operators/activation/activation_loops.h.
#pragma once

#include <cmath>
#include <type_traits>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct AbsFunctor {
  static constexpr bool kGradReadsOut = false;
  // The least integer, which has no opposite, stays.
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < 0 ? kernels::Subtract(T(0), x) : x;
    } else {
      return std::abs(x);
    }
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return kernels::Select(x < T(0), -g, kernels::Select(x == T(0), T(0), g));
  }
};

}  // namespace paddle::operators

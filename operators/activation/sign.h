// 1 for X > 0, -1 for X < 0, 0 for 0: see
// operators/activation/activation_loops.h.
#pragma once

#include <cmath>
#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SignFunctor {
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>((x > 0) - (x < 0));
    } else {
      const T magnitude = x != T(0) ? T(1) : T(0);
      return x != x ? x : std::copysign(magnitude, x);
    }
  }
};

}  // namespace paddle::operators

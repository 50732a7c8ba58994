// The functor of bitwise_right_shift: Out = X >> Y, of integers (see
// operators/math/loops/elementwise.h).
#pragma once

#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Computes X / 2^Y rounded down: copies of the sign come in from the left. A
// count that is negative or no less than the width counts as a shift by all
// bits, where C++ leaves the result open and processors differ. There is no
// gradient.
struct BitwiseRightShiftFunctor {
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    using U = std::make_unsigned_t<T>;
    const U count = static_cast<U>(y);
    const T rest = static_cast<T>(x < 0 ? -1 : 0);
    return count >= sizeof(T) * 8 ? rest : static_cast<T>(x >> count);
  }
};

}  // namespace paddle::operators

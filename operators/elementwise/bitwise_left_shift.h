// The functor of bitwise_left_shift: Out = X << Y, of integers (see
// operators/math/loops/elementwise.h).
#pragma once

#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Computes 2^Y times X modulo 2^bits: zeros come in from the right. A count
// that is negative or no less than the width counts as a shift by all bits,
// where C++ leaves the result open and processors differ. There is no gradient.
struct BitwiseLeftShiftFunctor {
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    using U = std::make_unsigned_t<T>;
    const U count = static_cast<U>(y);
    if (count >= sizeof(T) * 8) return T(0);
    // The unsigned type, as a bit that leaves is no error in it.
    return static_cast<T>(static_cast<U>(static_cast<U>(x) << count));
  }
};

}  // namespace paddle::operators

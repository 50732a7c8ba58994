// The functor of bitwise_and: Out = X & Y, bit by bit, of bool and integers
// (see operators/math/loops/elementwise.h).
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Bits have no gradient. Negative integers are two's complements; 8 and 16 bits
// are computed as the int that C++ makes of them, and cut.
struct BitwiseAndFunctor {
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return static_cast<T>(x & y);
  }
};

}  // namespace paddle::operators

// The functor of scale for integers: scale * x + bias without rounding. It is
// used where doubles would not give the exact number.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

namespace internal {
// __extension__: gcc and clang warn of the type under -Wpedantic.
__extension__ typedef __int128 Int128;
}  // namespace internal

// Computes the exact number, or the nearest one that A has if that is out of
// range. 128 bits hold the product and the sum of any 64-bit numbers. Slower
// than doubles, which suffice if IsExactInDouble.
struct ExactScale {
  template <typename A>
  PADDLE_HOST_DEVICE A Value(A v) const {
    using Limits = std::numeric_limits<A>;
    const internal::Int128 exact = internal::Int128{scale} * v + bias;
    if (exact > Limits::max()) return Limits::max();
    if (exact < Limits::lowest()) return Limits::lowest();
    return static_cast<A>(exact);
  }
  // Both are whole, as NeedsIntegers of activation.cc found.
  int64_t scale;
  int64_t bias;
};

// True if doubles give the same result for every v of 32 bits: no product is
// above 2^52, nor the sum above 2^53, up to which doubles hold every integer.
inline bool IsExactInDouble(const ExactScale& numbers) {
  constexpr int64_t kFactor = int64_t{1} << 21;
  constexpr int64_t kTerm = int64_t{1} << 52;
  return numbers.scale >= -kFactor && numbers.scale <= kFactor &&
         numbers.bias >= -kTerm && numbers.bias <= kTerm;
}

}  // namespace paddle::operators::kernels

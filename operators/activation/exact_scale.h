// scale * x + bias in integers.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

namespace internal {
__extension__ typedef __int128 Int128;
}  // namespace internal

// The exact number, or the nearest one that A has: no 64-bit factors and terms
// overflow 128 bits. Slower than doubles, for whom those of 32 bits are small.
struct ExactScale {
  template <typename A>
  PADDLE_HOST_DEVICE A Value(A v) const {
    using Limits = std::numeric_limits<A>;
    const internal::Int128 exact = internal::Int128{scale} * v + bias;
    if (exact > Limits::max()) return Limits::max();
    if (exact < Limits::lowest()) return Limits::lowest();
    return static_cast<A>(exact);
  }
  int64_t scale;
  int64_t bias;
};

// True if doubles give the same for every v of 32 bits: no product is above
// 2^52, nor the sum above 2^53.
inline bool IsExactInDouble(const ExactScale& numbers) {
  constexpr int64_t kFactor = int64_t{1} << 21;
  constexpr int64_t kTerm = int64_t{1} << 52;
  return numbers.scale >= -kFactor && numbers.scale <= kFactor &&
         numbers.bias >= -kTerm && numbers.bias <= kTerm;
}

}  // namespace paddle::operators::kernels

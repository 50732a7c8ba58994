// Computes dropout (dropout.h) a few elements at a time, for functions on the
// CPU that go on with the results while these are in cache.
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/dropout.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Returns x * scale, rounded once, or 0. A factor of 0 or 1 in place of the
// choice would make a NaN of an infinity that is dropped.
template <typename T>
T ScaledIfKept(bool kept, T x, platform::Accumulator<T> scale) {
  return kept ? T(static_cast<platform::Accumulator<T>>(x) * scale) : T(0);
}

// Drops elements of one tensor, with the bits of Dropout. A small value, thread
// safe.
template <typename T>
class DropoutRun {
 public:
  // Draws made at a time, in an array on the stack: both outputs are computed
  // from it in vectorised loops, without memory from the heap.
  static constexpr int64_t kMost = 512;

  DropoutRun(const platform::RandomKey& key, double probability)
      : stream_(key),
        scale_(DropoutScale<T>(probability)),
        // Draws in float for any T: the mask does not depend on the data type.
        threshold_(static_cast<float>(probability)) {}

  // Computes elements [begin, begin + size) of a tensor, at most kMost, where
  // `x`, `out` and `mask` point to element `begin`. `out` may be x, and `mask`
  // null.
  void operator()(int64_t begin, int64_t size, const T* x, T* out,
                  uint8_t* mask) const;

 private:
  platform::RandomStream stream_;
  platform::Accumulator<T> scale_;
  float threshold_;
};

}  // namespace paddle::operators::kernels

// The way out of kernels that compute runs of 16-bit numbers in float; the way
// in is Widen of half_runs.h.
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Where to compute what `out` gets: `out` itself, or, of 16-bit types, `space`,
// from which StoreWide then rounds it.
template <typename T>
platform::Accumulator<T>* WideOutput(T* out, platform::Accumulator<T>* space) {
  if constexpr (platform::kIsHalf<T>) {
    return space;
  } else {
    return out;
  }
}

// Rounds `size` elements of what WideOutput gave into `out`.
template <typename T>
void StoreWide(int64_t size, const platform::Accumulator<T>* wide, T* out) {
  if constexpr (platform::kIsHalf<T>) FromFloat(size, wide, out);
}

}  // namespace paddle::operators::kernels

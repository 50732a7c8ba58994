// Rounds results that a kernel computes in float to a 16-bit output. Together
// with Widen (half_runs.h), which converts the input, it lets a kernel be
// written once for all floating types:
//
//   const A* in = Widen(size, x, space);
//   A* result = WideOutput(out, space + size);
//   Compute(size, in, result);
//   StoreWide(size, result, out);
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Returns the address to which a kernel writes its results: `out`, or for
// 16-bit types `space`, which must have room for as many floats as are
// computed.
template <typename T>
platform::Accumulator<T>* WideOutput(T* out, platform::Accumulator<T>* space) {
  if constexpr (platform::kIsHalf<T>) {
    return space;
  } else {
    return out;
  }
}

// Rounds `size` elements at the address that WideOutput returned to `out`; does
// nothing if T is its own accumulator, since they are in `out` already.
template <typename T>
void StoreWide(int64_t size, const platform::Accumulator<T>* wide, T* out) {
  if constexpr (platform::kIsHalf<T>) FromFloat(size, wide, out);
}

}  // namespace paddle::operators::kernels

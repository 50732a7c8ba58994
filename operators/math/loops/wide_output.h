// Output of kernels that compute runs of 16-bit numbers in float. Their input
// is widened by Widen of half_runs.h. With both, a kernel is written once for
// all floating types:
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

// Returns the address at which to compute the elements of `out`: `out` itself,
// or for 16-bit types `space`, from which StoreWide rounds them.
template <typename T>
platform::Accumulator<T>* WideOutput(T* out, platform::Accumulator<T>* space) {
  if constexpr (platform::kIsHalf<T>) {
    return space;
  } else {
    return out;
  }
}

// Rounds `size` elements at the address that WideOutput returned into `out`;
// does nothing if they are there already.
template <typename T>
void StoreWide(int64_t size, const platform::Accumulator<T>* wide, T* out) {
  if constexpr (platform::kIsHalf<T>) FromFloat(size, wide, out);
}

}  // namespace paddle::operators::kernels

// The loops of functors whose function vector_math.h has for floats.
#pragma once

#include <cstdint>

#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Computes out = function(x) of `size` floats on the CPU, in parallel, by a
// function of vector_math.h. `out` may be x. The header of a functor calls it
// in an overload of ActivateElements, which Activate (activation_loops.h) finds
// by the type of the functor.
inline void ActivateFloats(void (*function)(int64_t, const float*, float*),
                           int64_t size, const float* x, float* out) {
  constexpr int64_t kGrain = 16384;
  platform::ParallelFor(size, kGrain, [=](int64_t begin, int64_t end) {
    function(end - begin, x + begin, out + begin);
  });
}

}  // namespace paddle::operators::kernels

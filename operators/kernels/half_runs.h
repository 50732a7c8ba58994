// Runs of 16-bit numbers, to float and back: a conversion element by element
// would keep the loop around it from being vectorised.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

// out[i] = x[i], exactly, for i in [0, size).
void ToFloat(int64_t size, const platform::float16* x, float* out);
void ToFloat(int64_t size, const platform::bfloat16* x, float* out);
// The same, rounded to nearest, ties to even.
void FromFloat(int64_t size, const float* x, platform::float16* out);
void FromFloat(int64_t size, const float* x, platform::bfloat16* out);

// The elements of x in the accumulator of T: x itself, or, of 16-bit types,
// copies in `space`, which has room for them.
template <typename T>
const platform::Accumulator<T>* Widen(int64_t size, const T* x,
                                      platform::Accumulator<T>* space) {
  if constexpr (platform::kIsHalf<T>) {
    ToFloat(size, x, space);
    return space;
  } else {
    return x;
  }
}

namespace internal {

inline constexpr int64_t kHalfRun = 256;

// out = functor(a[, b]) by way of float, at most kHalfRun elements.
template <typename T, typename Functor>
void AssignHalves(int64_t size, const Functor& functor, T* out, const T* a) {
  float x[kHalfRun];
  ToFloat(size, a, x);
  ForIndependent(size, [&](int64_t j) { x[j] = functor(x[j]); });
  FromFloat(size, x, out);
}
template <typename T, typename Functor>
void AssignHalves(int64_t size, const Functor& functor, T* out, const T* a,
                  const T* b) {
  float x[kHalfRun], y[kHalfRun];
  ToFloat(size, a, x);
  ToFloat(size, b, y);
  ForIndependent(size, [&](int64_t j) { x[j] = functor(x[j], y[j]); });
  FromFloat(size, x, out);
}

}  // namespace internal

// platform::Transform of one or two inputs in the accumulator of T: for 16-bit
// types the functor takes and gives float, and the result is rounded once.
template <typename T, typename Functor, typename... In>
void TransformWide(const platform::DeviceContext& device, int64_t size,
                   const Functor& functor, T* out, const In*... in) {
  if constexpr (!platform::kIsHalf<T>) {
    platform::Transform(device, size, in..., out, functor);
  } else {
    constexpr int64_t kGrain = 16384;
    EnforceOnCPU(device, "an elementwise loop");
    platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; i += internal::kHalfRun) {
        internal::AssignHalves(std::min(internal::kHalfRun, end - i), functor,
                               out + i, (in + i)...);
      }
    });
  }
}

}  // namespace paddle::operators::kernels

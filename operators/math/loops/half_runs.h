// Loops over elements with long functors, and over 16-bit numbers, which go to
// float and back in runs: a conversion element by element would keep the loop
// around it from being vectorised.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/vector_loops.h"
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

// out[j] = functor(in[j]...) for j in [0, kSize). All that the functor calls
// becomes part of the loop, however long it is: a loop with a call is not
// vectorised.
template <int64_t kSize, typename Functor, typename T, typename... In>
__attribute__((flatten)) void AssignBlock(const Functor& functor, T* out,
                                          const In*... in) {
  PADDLE_INDEPENDENT_ITERATIONS
  for (int64_t j = 0; j < kSize; ++j) out[j] = functor(in[j]...);
}

// The `size` elements that are left, and the first of them again behind.
template <typename T>
struct LastBlock {
  LastBlock(int64_t size, const T* from) {
    for (int64_t j = 0; j < kSmallBlock; ++j) data[j] = from[j < size ? j : 0];
  }
  T data[kSmallBlock];
};

}  // namespace internal

// out[j] = functor(in[j]...) for j in [0, size), where the functor may be long:
// it becomes part of a loop that is vectorised if it has no branches and no
// calls of the C library. It is called once more for some elements. `out` may
// be an input.
template <typename Functor, typename T, typename... In>
void AssignBlocks(int64_t size, const Functor& functor, T* out,
                  const In*... in) {
  int64_t j = 0;
  for (; j + kBlock <= size; j += kBlock) {
    internal::AssignBlock<kBlock>(functor, out + j, (in + j)...);
  }
  for (; j + kSmallBlock <= size; j += kSmallBlock) {
    internal::AssignBlock<kSmallBlock>(functor, out + j, (in + j)...);
  }
  if (j == size) return;
  T last[kSmallBlock];
  internal::AssignBlock<kSmallBlock>(
      functor, last, internal::LastBlock<In>(size - j, in + j).data...);
  std::copy_n(last, size - j, out + j);
}

namespace internal {

inline constexpr int64_t kHalfRun = 256;

// The same by way of float, for at most kHalfRun elements.
template <typename T, typename Functor>
void AssignHalves(int64_t size, const Functor& functor, T* out, const T* a) {
  float x[kHalfRun];
  ToFloat(size, a, x);
  AssignBlocks(size, functor, x, x);
  FromFloat(size, x, out);
}
template <typename T, typename Functor>
void AssignHalves(int64_t size, const Functor& functor, T* out, const T* a,
                  const T* b) {
  float x[kHalfRun], y[kHalfRun];
  ToFloat(size, a, x);
  ToFloat(size, b, y);
  AssignBlocks(size, functor, x, x, y);
  FromFloat(size, x, out);
}

}  // namespace internal

// platform::Transform of one or two inputs in the accumulator of T: for 16-bit
// types the functor takes and gives float, and the result is rounded once. The
// functor is as for AssignBlocks.
template <typename T, typename Functor, typename... In>
void TransformWide(int64_t size, const Functor& functor, T* out,
                   const In*... in) {
  constexpr int64_t kGrain = 16384;
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    if constexpr (platform::kIsHalf<T>) {
      for (int64_t i = begin; i < end; i += internal::kHalfRun) {
        internal::AssignHalves(std::min(internal::kHalfRun, end - i), functor,
                               out + i, (in + i)...);
      }
    } else {
      AssignBlocks(end - begin, functor, out + begin, (in + begin)...);
    }
  });
}

}  // namespace paddle::operators::kernels

// Loops for long functors and for 16-bit numbers. The latter are converted to
// float and back in runs: a conversion of each element on its own would keep
// the loop around it from being vectorized.
//
//   using A = platform::Accumulator<T>;  // float for float16 and bfloat16
//   TransformWide(size, [](A v) { return Tanh(v); }, out, x);
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "paddle/operators/math/loops/streaming.h"
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
// out[i] = x[i], rounded to nearest, ties to even.
void FromFloat(int64_t size, const float* x, platform::float16* out);
void FromFloat(int64_t size, const float* x, platform::bfloat16* out);

// Returns the elements of x in the accumulator of T: x itself, or for 16-bit
// types copies in `space`, which has room for `size` floats.
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

// Computes out[j] = functor(in[j]...) for j in [0, kSize). `flatten` inlines
// everything the functor calls, however long it is: a loop with a call in it is
// not vectorized.
template <int64_t kSize, typename Functor, typename T, typename... In>
__attribute__((flatten)) void AssignBlock(const Functor& functor, T* out,
                                          const In*... in) {
  PADDLE_INDEPENDENT_ITERATIONS
  for (int64_t j = 0; j < kSize; ++j) out[j] = functor(in[j]...);
}

// The last `size` < kSmallBlock elements, padded with copies of the first.
// Padding with an element that occurs keeps the functor from seeing a value
// that it might throw for, and a full block takes the vectorized path.
template <typename T>
struct LastBlock {
  LastBlock(int64_t size, const T* from) {
    for (int64_t j = 0; j < kSmallBlock; ++j) data[j] = from[j < size ? j : 0];
  }
  T data[kSmallBlock];
};

}  // namespace internal

// Computes out[j] = functor(in[j]...) for j in [0, size) on the calling thread.
// The functor may be long: it becomes part of a loop that is vectorized if it
// has no branches and no calls of the C library. It must be pure, as it is
// called more than once for some elements. `out` may be one of the inputs.
template <typename Functor, typename T, typename... In>
void AssignBlocks(int64_t size, const Functor& functor, T* out,
                  const In*... in) {
  int64_t j = 0;
  for (; j + kBlock <= size; j += kBlock) {
    internal::AssignBlock<kBlock>(functor, out + j, (in + j)...);
  }
  // At most kBlock - 1 elements are left: small blocks, then one that is
  // padded. Every element thus goes through the same vector code, and its
  // result does not depend on where it is.
  for (; j + kSmallBlock <= size; j += kSmallBlock) {
    internal::AssignBlock<kSmallBlock>(functor, out + j, (in + j)...);
  }
  if (j == size) return;
  // Results of the padding are computed, too, and not copied out.
  T last[kSmallBlock];
  internal::AssignBlock<kSmallBlock>(
      functor, last, internal::LastBlock<In>(size - j, in + j).data...);
  std::copy_n(last, size - j, out + j);
}

namespace internal {

// The number of elements converted at a time: two arrays of floats take 2 KB of
// the stack and stay in the innermost cache, between the conversions and the
// functor.
inline constexpr int64_t kHalfRun = 256;

// AssignBlocks of 16-bit numbers by way of float, for at most kHalfRun elements
// and one or two inputs. `out` may be an input: it is written when all have
// been read.
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

// AssignBlocks past the caches.
template <typename Functor, typename... In>
void StreamBlocks(int64_t size, const Functor& functor, float* out,
                  const In*... in) {
  float block[kBlock];
  int64_t j = 0;
  for (; j + kBlock <= size; j += kBlock) {
    AssignBlock<kBlock>(functor, block, (in + j)...);
    StreamFloats(kBlock, block, out + j);
  }
  EndStream();
  AssignBlocks(size - j, functor, out + j, (in + j)...);
}

}  // namespace internal

// Computes out[i] = functor(in[i]...) for i in [0, size), with one or two
// inputs, in parallel and in the accumulator of T: for 16-bit types the functor
// takes and returns float, and the result is rounded once. The functor is as
// for AssignBlocks; `out` may be one of the inputs. The result does not depend
// on the number of threads.
template <typename T, typename Functor, typename... In>
void TransformWide(int64_t size, const Functor& functor, T* out,
                   const In*... in) {
  // Half the grain of loops that only copy or add: these functors are long.
  constexpr int64_t kGrain = 16384;
  const bool streamed = IsStreamed(size, out, in...);
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    if constexpr (std::is_same_v<T, float>) {
      if (streamed) {
        return internal::StreamBlocks(end - begin, functor, out + begin,
                                      (in + begin)...);
      }
    }
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

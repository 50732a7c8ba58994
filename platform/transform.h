// The only elementwise loop: out[i] = functor(in[i]...), in parallel.
#pragma once

#include <cstdint>

#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

// Promises the compiler that no iteration of the next loop reads what another
// one writes.
#ifdef __clang__
#define PADDLE_INDEPENDENT_ITERATIONS \
  _Pragma("clang loop vectorize(assume_safety)")
#else
#define PADDLE_INDEPENDENT_ITERATIONS _Pragma("GCC ivdep")
#endif

namespace paddle::platform {
namespace internal {

// The least number of elements that is worth a thread of its own.
inline constexpr int64_t kTransformGrain = 32768;

// Loops over a fixed number of elements in iterations declared independent,
// which needs no check at run time and is vectorized already at -O2. It is
// `flatten` because a single call left inside, of a functor deemed too long,
// would undo that.
template <typename Out, typename Functor, typename... In>
__attribute__((flatten)) void TransformBlock(const Functor& functor, Out* out,
                                             const In*... in) {
  PADDLE_INDEPENDENT_ITERATIONS
  for (int64_t j = 0; j < kPieceAlignment; ++j) out[j] = functor(in[j]...);
}

// Takes the functor by value: the compiler then knows that writing to `out`
// does not change it.
template <typename Out, typename Functor, typename... In>
void TransformRange(int64_t begin, int64_t end, Functor functor, Out* out,
                    const In*... in) {
  int64_t i = begin;
  for (; i + kPieceAlignment <= end; i += kPieceAlignment) {
    TransformBlock(functor, out + i, in + i...);
  }
  for (; i < end; ++i) out[i] = functor(in[i]...);
}

// Throws Unimplemented for a place other than the CPU, whose memory this loop
// cannot read.
template <typename Out, typename Functor, typename... In>
void TransformAll(const DeviceContext& context, int64_t size,
                  const Functor& functor, Out* out, const In*... in) {
  PADDLE_ENFORCE(context.place().is_cpu(), Unimplemented,
                 "an elementwise loop of the CPU on ",
                 context.place().ToString());
  ParallelFor(size, kTransformGrain, [&](int64_t begin, int64_t end) {
    TransformRange(begin, end, functor, out, in...);
  });
}

}  // namespace internal

// Computes out[i] = functor(a[i]) for i in [0, size), or the same of two or
// three inputs. `out` may be one of the inputs, but must not overlap one
// partially. Several threads call the functor in no particular order, so it
// must be pure; keep it small enough to be inlined.
template <typename A, typename Out, typename Functor>
void Transform(const DeviceContext& context, int64_t size, const A* a, Out* out,
               const Functor& functor) {
  internal::TransformAll(context, size, functor, out, a);
}

template <typename A, typename B, typename Out, typename Functor>
void Transform(const DeviceContext& context, int64_t size, const A* a,
               const B* b, Out* out, const Functor& functor) {
  internal::TransformAll(context, size, functor, out, a, b);
}

template <typename A, typename B, typename C, typename Out, typename Functor>
void Transform(const DeviceContext& context, int64_t size, const A* a,
               const B* b, const C* c, Out* out, const Functor& functor) {
  internal::TransformAll(context, size, functor, out, a, b, c);
}

}  // namespace paddle::platform

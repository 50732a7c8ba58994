// Includes Intel's functions for AVX-512, and has the attribute of functions
// that use them. For sources of kernels for x86-64 alone.
#pragma once

#include <cstdint>

// gcc 12 warns of the registers that its header leaves undefined on purpose.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

// Only functions of one source may have the attribute: an inline function of a
// header that is compiled with it could replace the one of other files. Those
// below are inlined, or of one source.
#define PADDLE_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq")))
#define PADDLE_AVX512_INLINE PADDLE_AVX512 inline __attribute__((always_inline))

namespace paddle::operators::kernels {

// Returns a mask of the first `size` of 16 lanes: of all, if it is larger.
PADDLE_AVX512_INLINE static __mmask16 LanesOf16(int64_t size) {
  if (size >= 16) return 0xffff;
  return size <= 0 ? 0 : static_cast<__mmask16>((1u << size) - 1);
}

// Likewise of 32 lanes.
PADDLE_AVX512_INLINE static __mmask32 LanesOf32(int64_t size) {
  if (size >= 32) return ~__mmask32{0};
  return size <= 0 ? 0 : (__mmask32{1} << size) - 1;
}

// Returns numbers within bounds. Those come first: the processor returns its
// second operand for NaN.
PADDLE_AVX512_INLINE static __m512 Bounded(__m512 low, __m512 high, __m512 x) {
  return _mm512_min_ps(high, _mm512_max_ps(low, x));
}

// Fetches memory behind what a loop from x to `out` is at: far enough for
// memory, and the difference keeps both from the same lines of a cache. A null
// `out` is not fetched.
PADDLE_AVX512_INLINE static void FetchAhead(const float* x, const float* out) {
  constexpr int64_t kAheadOfX = 1536;  // floats
  constexpr int64_t kAheadOfOut = 1024;
  __builtin_prefetch(x + kAheadOfX, 0);
  if (out != nullptr) __builtin_prefetch(out + kAheadOfOut, 1);
}

// True if registers may be streamed to a place.
inline bool IsAlignedTo64(const float* place) {
  return reinterpret_cast<uintptr_t>(place) % 64 == 0;
}

}  // namespace paddle::operators::kernels

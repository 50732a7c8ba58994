#include "paddle/operators/math/loops/half_runs.h"

#include <cstring>

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace paddle::operators::kernels {

using platform::bfloat16;
using platform::float16;

void ToFloat(int64_t size, const float16* x, float* out) {
  // F16C converts 8 numbers with one instruction; compilers do not use it on
  // their own for a type that they do not know.
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= size; i += 8) {
    const __m128i bits =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
    _mm256_storeu_ps(out + i, _mm256_cvtph_ps(bits));
  }
#endif
  for (; i < size; ++i) out[i] = x[i];
}

void FromFloat(int64_t size, const float* x, float16* out) {
  int64_t i = 0;
#ifdef __F16C__
  for (; i + 8 <= size; i += 8) {
    const __m128i bits =
        _mm256_cvtps_ph(_mm256_loadu_ps(x + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), bits);
  }
#endif
  for (; i < size; ++i) out[i] = float16(x[i]);
}

void ToFloat(int64_t size, const bfloat16* x, float* out) {
  AssignRun(size, out, [x](int64_t j) -> float { return x[j]; });
}

// Rounds as bfloat16's constructor does, without its branch for NaN: both
// results are computed and one is selected, so that the loop is vectorized.
void FromFloat(int64_t size, const float* x, bfloat16* out) {
  ForIndependent(size, [=](int64_t j) {
    uint32_t wide;
    std::memcpy(&wide, x + j, sizeof(wide));
    const uint32_t rounded = (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16;
    const uint32_t quiet = (wide >> 16) | 0x40u;
    const bool is_nan = (wide & 0x7fffffffu) > 0x7f800000u;
    out[j].bits = static_cast<uint16_t>(is_nan ? quiet : rounded);
  });
}

}  // namespace paddle::operators::kernels

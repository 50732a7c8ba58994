#include "paddle/operators/math/blas/avx512_dot.h"

#ifdef __x86_64__
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

#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

// Only functions of this file may have the attribute: an inline function of a
// header that is compiled with it could replace the one of other files.
#define PADDLE_AVX512 __attribute__((target("avx512f,avx512dq")))

PADDLE_AVX512 float DotAvx512(int64_t k, const float* a, const float* b) {
  constexpr int64_t kWidth = 16;
  __m512 w = _mm512_setzero_ps(), x = w, y = w, z = w;
  int64_t p = 0;
  for (; p + 4 * kWidth <= k; p += 4 * kWidth) {
    w = _mm512_fmadd_ps(_mm512_loadu_ps(a + p), _mm512_loadu_ps(b + p), w);
    x = _mm512_fmadd_ps(_mm512_loadu_ps(a + p + kWidth),
                        _mm512_loadu_ps(b + p + kWidth), x);
    y = _mm512_fmadd_ps(_mm512_loadu_ps(a + p + 2 * kWidth),
                        _mm512_loadu_ps(b + p + 2 * kWidth), y);
    z = _mm512_fmadd_ps(_mm512_loadu_ps(a + p + 3 * kWidth),
                        _mm512_loadu_ps(b + p + 3 * kWidth), z);
  }
  for (; p < k; p += kWidth) {
    const auto lanes =
        static_cast<__mmask16>(k - p >= kWidth ? 0xffff : (1 << (k - p)) - 1);
    w = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(lanes, a + p),
                        _mm512_maskz_loadu_ps(lanes, b + p), w);
  }
  return _mm512_reduce_add_ps(
      _mm512_add_ps(_mm512_add_ps(w, x), _mm512_add_ps(y, z)));
}

#else

float DotAvx512(int64_t, const float*, const float*) {
  PADDLE_THROW(Unimplemented, "a product by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

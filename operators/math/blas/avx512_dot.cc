#include "paddle/operators/math/blas/avx512_dot.h"

#ifdef __x86_64__
#include "paddle/operators/math/loops/avx512.h"
#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

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
    const __mmask16 lanes = LanesOf16(k - p);
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

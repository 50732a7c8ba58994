#include "paddle/operators/math/blas/avx512_finish.h"

#ifdef __x86_64__
#include "paddle/operators/math/loops/avx512.h"
#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

PADDLE_AVX512 void FinishAvx512Rows(int64_t rows, int64_t columns,
                                    const GemmFinish& finish, int64_t step,
                                    float* c) {
  constexpr int64_t kWidth = 16;
  const __m512 low = _mm512_set1_ps(finish.low);
  const __m512 high = _mm512_set1_ps(finish.high);
  for (int64_t j = 0; j < columns; j += kWidth) {
    const __mmask16 lanes = LanesOf16(columns - j);
    const __m512 bias = finish.bias == nullptr
                            ? _mm512_setzero_ps()
                            : _mm512_maskz_loadu_ps(lanes, finish.bias + j);
    const float* more = finish.addend == nullptr ? nullptr : finish.addend + j;
    float* at = c + j;
    for (int64_t i = 0; i < rows; ++i, at += step) {
      __m512 x = _mm512_add_ps(_mm512_maskz_loadu_ps(lanes, at), bias);
      if (more != nullptr) {
        x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(lanes, more));
        more += finish.addend_step;
      }
      _mm512_mask_storeu_ps(at, lanes, Bounded(low, high, x));
    }
  }
}

#else

void FinishAvx512Rows(int64_t, int64_t, const GemmFinish&, int64_t, float*) {
  PADDLE_THROW(Unimplemented, "a product by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

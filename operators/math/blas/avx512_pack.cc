#include "paddle/operators/math/blas/avx512_pack.h"

#ifdef __x86_64__
#include <algorithm>

#include "paddle/operators/math/loops/avx512.h"
#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

namespace {

constexpr int64_t kWidth = 16;  // floats in a register

// Transposes 16 rows of at most 16 floats: element j of rows[i] becomes element
// i of to + j * step.
PADDLE_AVX512_INLINE void TransposeQuad(const float* const (&rows)[16],
                                        int64_t at, __m512 (&out)[4]) {
  __m512 x[4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    __m512 y = _mm512_castps128_ps512(_mm_loadu_ps(rows[i] + at));
    y = _mm512_insertf32x4(y, _mm_loadu_ps(rows[4 + i] + at), 1);
    y = _mm512_insertf32x4(y, _mm_loadu_ps(rows[8 + i] + at), 2);
    x[i] = _mm512_insertf32x4(y, _mm_loadu_ps(rows[12 + i] + at), 3);
  }
  const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(x[0], x[1]));
  const __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(x[0], x[1]));
  const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(x[2], x[3]));
  const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(x[2], x[3]));
  out[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
  out[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
  out[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
  out[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
}

// Writes `count` <= 16 rows, whose elements are adjacent, as columns: element j
// of row i to to[j * step + i]. Columns are filled up to `width`.
PADDLE_AVX512 void PackTransposed(int64_t count, int64_t depth,
                                  const float* from, int64_t stride, float* to,
                                  int64_t width, int64_t step) {
  const float* rows[16];
  for (int64_t i = 0; i < 16; ++i) {
    rows[i] = from + std::min(i, count - 1) * stride;
  }
  const __mmask16 lanes = LanesOf16(width);
  int64_t p = 0;
  for (; p + 4 <= depth; p += 4, to += 4 * step) {
    if (p % kWidth == 0) {
      for (int64_t i = 0; i < count; ++i) {
        __builtin_prefetch(rows[i] + count * stride + p);
      }
    }
    __m512 out[4];
    TransposeQuad(rows, p, out);
    _mm512_mask_storeu_ps(to, lanes, out[0]);
    _mm512_mask_storeu_ps(to + step, lanes, out[1]);
    _mm512_mask_storeu_ps(to + 2 * step, lanes, out[2]);
    _mm512_mask_storeu_ps(to + 3 * step, lanes, out[3]);
  }
  for (; p < depth; ++p, to += step) {
    for (int64_t i = 0; i < width; ++i) to[i] = rows[i][p];
  }
}

// Copies `count` <= 16 columns of adjacent floats.
PADDLE_AVX512 void PackAdjacent(int64_t count, int64_t depth, const float* from,
                                int64_t stride, float* to, int64_t width,
                                int64_t step) {
  const __mmask16 lanes = LanesOf16(count), stored = LanesOf16(width);
  for (int64_t p = 0; p < depth; ++p) {
    _mm512_mask_storeu_ps(to + p * step, stored,
                          _mm512_maskz_loadu_ps(lanes, from + p * stride));
  }
}

// Packs whole panels of columns, some rows of all of them at a time: memory is
// read in order.
PADDLE_AVX512 void CopyPanels(int64_t panels, int64_t depth, const float* from,
                              int64_t stride, float* to) {
  constexpr int64_t kRows = 8;
  constexpr int64_t kColumns = 2 * kWidth;
  for (int64_t p = 0; p < depth; p += kRows) {
    const int64_t rows = std::min(kRows, depth - p);
    for (int64_t j = 0; j < panels; ++j) {
      const float* x = from + p * stride + j * kColumns;
      float* y = to + (j * depth + p) * kColumns;
      for (int64_t i = 0; i < rows; ++i, x += stride, y += kColumns) {
        const __m512 left = _mm512_loadu_ps(x);
        const __m512 right = _mm512_loadu_ps(x + kWidth);
        _mm512_storeu_ps(y, left);
        _mm512_storeu_ps(y + kWidth, right);
      }
    }
  }
}

}  // namespace

void PackAvx512Rows(int64_t count, int64_t depth,
                    const GemmOperand<const float>& a, float* to, int64_t width,
                    int64_t step) {
  if (a.row_step == 1) {
    PackAdjacent(count, depth, a.data, a.column_step, to, width, step);
  } else {
    PackTransposed(count, depth, a.data, a.row_step, to, width, step);
  }
}

void PackAvx512Panels(int64_t panels, int64_t depth, const float* b,
                      int64_t stride, float* to) {
  CopyPanels(panels, depth, b, stride, to);
}

#else

void PackAvx512Rows(int64_t, int64_t, const GemmOperand<const float>&, float*,
                    int64_t, int64_t) {
  PADDLE_THROW(Unimplemented, "packing by AVX-512 on another machine");
}

void PackAvx512Panels(int64_t, int64_t, const float*, int64_t, float*) {
  PADDLE_THROW(Unimplemented, "packing by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

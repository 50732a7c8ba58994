#include "paddle/operators/normalization/normalize_row_avx512.h"

#ifdef __x86_64__
#include <algorithm>

#include "paddle/operators/math/loops/avx512.h"
#include "paddle/operators/normalization/inverse_of.h"
#endif

#include "paddle/platform/cpu_info.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

namespace {

// A float sum of so many elements stays accurate.
constexpr int64_t kStretch = 8192;
constexpr int64_t kWidth = 16;  // floats in a register

// Four sums hide the latency of additions. Each has a name: gcc keeps an array
// of them in memory.
PADDLE_AVX512_INLINE static float SumOf(__m512 a, __m512 b, __m512 c,
                                        __m512 d) {
  return _mm512_reduce_add_ps(
      _mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d)));
}

// Returns the sum of at most kStretch elements.
PADDLE_AVX512 float SumSome(int64_t size, const float* x) {
  __m512 a = _mm512_setzero_ps(), b = a, c = a, d = a;
  int64_t j = 0;
  for (; j + 4 * kWidth <= size; j += 4 * kWidth) {
    a = _mm512_add_ps(a, _mm512_loadu_ps(x + j));
    b = _mm512_add_ps(b, _mm512_loadu_ps(x + j + kWidth));
    c = _mm512_add_ps(c, _mm512_loadu_ps(x + j + 2 * kWidth));
    d = _mm512_add_ps(d, _mm512_loadu_ps(x + j + 3 * kWidth));
  }
  for (; j < size; j += kWidth) {
    a = _mm512_add_ps(a, _mm512_maskz_loadu_ps(LanesOf16(size - j), x + j));
  }
  return SumOf(a, b, c, d);
}

// Returns sum + (x - mean)^2 of a register of which `lanes` count.
PADDLE_AVX512_INLINE static __m512 AddSquares(__m512 sum, __m512 mean,
                                              const float* x, __mmask16 lanes) {
  const __m512 centred =
      _mm512_maskz_sub_ps(lanes, _mm512_maskz_loadu_ps(lanes, x), mean);
  return _mm512_fmadd_ps(centred, centred, sum);
}

// Returns the sum of (x - mean)^2 of at most kStretch elements, and fetches
// what follows x and, unless it is null, `out`.
PADDLE_AVX512 float SumSomeSquares(int64_t size, const float* x, float mean,
                                   const float* out) {
  const __m512 centre = _mm512_set1_ps(mean);
  __m512 a = _mm512_setzero_ps(), b = a, c = a, d = a;
  int64_t j = 0;
  for (; j + 4 * kWidth <= size; j += 4 * kWidth) {
    for (int64_t k = 0; k < 4 * kWidth; k += kWidth) {
      FetchAhead(x + j + k, out == nullptr ? nullptr : out + j + k);
    }
    a = AddSquares(a, centre, x + j, 0xffff);
    b = AddSquares(b, centre, x + j + kWidth, 0xffff);
    c = AddSquares(c, centre, x + j + 2 * kWidth, 0xffff);
    d = AddSquares(d, centre, x + j + 3 * kWidth, 0xffff);
  }
  for (; j < size; j += kWidth) {
    a = AddSquares(a, centre, x + j, LanesOf16(size - j));
  }
  return SumOf(a, b, c, d);
}

// Calls sum(begin, size) for stretches of a row, and returns their mean.
template <typename Sum>
float MeanOf(int64_t size, const Sum& sum) {
  float total = 0;
  for (int64_t j = 0; j < size; j += kStretch) {
    total += sum(j, std::min(size - j, kStretch));
  }
  return total / static_cast<float>(std::max<int64_t>(size, 1));
}

// Returns a register of (x - mean) * (inverse * scale) + bias.
PADDLE_AVX512_INLINE static __m512 NormalizedLanes(__m512 mean, __m512 inverse,
                                                   const float* x,
                                                   const float* scale,
                                                   const float* bias,
                                                   __mmask16 lanes) {
  const __m512 factor =
      _mm512_mul_ps(inverse, _mm512_maskz_loadu_ps(lanes, scale));
  const __m512 centred = _mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, x), mean);
  return _mm512_fmadd_ps(centred, factor, _mm512_maskz_loadu_ps(lanes, bias));
}

template <bool kStreams>
PADDLE_AVX512 void WriteRow(int64_t size, const float* x, float mean,
                            float inverse, const float* scale,
                            const float* bias, float* out) {
  const __m512 centre = _mm512_set1_ps(mean);
  const __m512 factor = _mm512_set1_ps(inverse);
  int64_t j = 0;
  for (; j + kWidth <= size; j += kWidth) {
    const __m512 y =
        NormalizedLanes(centre, factor, x + j, scale + j, bias + j, 0xffff);
    kStreams ? _mm512_stream_ps(out + j, y) : _mm512_storeu_ps(out + j, y);
  }
  const __mmask16 lanes = LanesOf16(size - j);
  _mm512_mask_storeu_ps(
      out + j, lanes,
      NormalizedLanes(centre, factor, x + j, scale + j, bias + j, lanes));
}

}  // namespace

bool HasNormalizeRowAvx512() {
  static const bool has = platform::CPULevel() >= 4;
  return has;
}

RowMoments NormalizeRowAvx512(int64_t size, const float* x, const float* scale,
                              const float* bias, double epsilon, bool streams,
                              float* out) {
  PADDLE_ENFORCE(HasNormalizeRowAvx512(), Unimplemented,
                 "layer normalization by AVX-512 on a processor of level ",
                 platform::CPULevel());
  const float mean = MeanOf(size, [x](int64_t begin, int64_t count) {
    return SumSome(count, x + begin);
  });
  // Centred before it is squared: mean(x^2) - mean^2 would cancel.
  const bool streamed = streams && out != x && IsAlignedTo64(out);
  const float variance = MeanOf(size, [=](int64_t begin, int64_t count) {
    return SumSomeSquares(count, x + begin, mean,
                          streamed ? nullptr : out + begin);
  });
  (streamed ? WriteRow<true> : WriteRow<false>)(size, x, mean,
                                                InverseOf(variance, epsilon),
                                                scale, bias, out);
  return {mean, variance};
}

#else

bool HasNormalizeRowAvx512() { return false; }

RowMoments NormalizeRowAvx512(int64_t, const float*, const float*, const float*,
                              double, bool, float*) {
  PADDLE_THROW(Unimplemented,
               "layer normalization by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

#include "paddle/operators/math/rows/softmax_rows_avx512.h"

#ifdef __x86_64__
#include <algorithm>
#include <cmath>
#include <limits>

#include "paddle/operators/math/loops/avx512.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#endif

#include "paddle/platform/cpu_info.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

namespace {

// A float sum of so many elements stays accurate.
constexpr int64_t kStretch = 8192;
constexpr int64_t kWidth = 16;  // floats in a register

// Returns exp(x) for x <= 0 and NaN, to a few units in the last place; 0 where
// it would be subnormal. The method is that of Exp (scalar_math.h): n ln 2 is
// taken off x, a polynomial gives the rest, and 2^n is put on.
PADDLE_AVX512 inline __m512 ExpOf(__m512 x) {
  constexpr float kLogOfMin = -87.3365447505531f;
  const __mmask16 normal =
      _mm512_cmp_ps_mask(x, _mm512_set1_ps(kLogOfMin), _CMP_NLT_UQ);
  const __m512 n =
      _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(1.44269504f)),
                           _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0x1.62ep-1f), x);
  r = _mm512_fnmadd_ps(n, _mm512_set1_ps(3.1946184945309415e-05f), r);
  __m512 series = _mm512_set1_ps(0.001381454007f);
  series = _mm512_fmadd_ps(series, r, _mm512_set1_ps(0.008368745108f));
  series = _mm512_fmadd_ps(series, r, _mm512_set1_ps(0.04166839079f));
  series = _mm512_fmadd_ps(series, r, _mm512_set1_ps(0.166665204f));
  series = _mm512_fmadd_ps(series, r, _mm512_set1_ps(0.4999999343f));
  series = _mm512_fmadd_ps(series, r, _mm512_set1_ps(1.f));
  series = _mm512_fmadd_ps(series, r, _mm512_set1_ps(1.f));
  return _mm512_maskz_scalef_ps(normal, series, n);
}

// Several registers hide the latency of what depends on the one before. Each
// has a name: gcc keeps an array of them in memory.
PADDLE_AVX512 float Largest(int64_t size, const float* x) {
  const __m512 least = _mm512_set1_ps(-std::numeric_limits<float>::infinity());
  __m512 a = least, b = least, c = least, d = least;
  int64_t j = 0;
  for (; j + 4 * kWidth <= size; j += 4 * kWidth) {
    a = _mm512_max_ps(a, _mm512_loadu_ps(x + j));
    b = _mm512_max_ps(b, _mm512_loadu_ps(x + j + kWidth));
    c = _mm512_max_ps(c, _mm512_loadu_ps(x + j + 2 * kWidth));
    d = _mm512_max_ps(d, _mm512_loadu_ps(x + j + 3 * kWidth));
  }
  for (; j < size; j += kWidth) {
    a = _mm512_max_ps(a,
                      _mm512_mask_loadu_ps(least, LanesOf16(size - j), x + j));
  }
  return _mm512_reduce_max_ps(
      _mm512_max_ps(_mm512_max_ps(a, b), _mm512_max_ps(c, d)));
}

// Computes a register of out = exp(x - shift) and returns it. Fetches what
// follows x and, unless it is null, `behind`.
PADDLE_AVX512 inline __m512 PowersOf(const float* x, __m512 shift,
                                     const float* behind, float* out) {
  FetchAhead(x, behind);
  const __m512 powers = ExpOf(_mm512_sub_ps(_mm512_loadu_ps(x), shift));
  _mm512_storeu_ps(out, powers);
  return powers;
}

// Computes out = exp(x - max) for at most kStretch elements, and returns the
// sum. `fetches` what follows `out`.
PADDLE_AVX512 float SomeExponentials(int64_t size, const float* x, float max,
                                     bool fetches, float* out) {
  const __m512 shift = _mm512_set1_ps(max);
  __m512 a = _mm512_setzero_ps(), b = a;
  int64_t j = 0;
  for (; j + 2 * kWidth <= size; j += 2 * kWidth) {
    float* const one = out + j;
    float* const two = one + kWidth;
    a = _mm512_add_ps(a, PowersOf(x + j, shift, fetches ? one : nullptr, one));
    b = _mm512_add_ps(
        b, PowersOf(x + j + kWidth, shift, fetches ? two : nullptr, two));
  }
  for (; j < size; j += kWidth) {
    const __mmask16 lanes = LanesOf16(size - j);
    const __m512 powers = _mm512_maskz_mov_ps(
        lanes,
        ExpOf(_mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, x + j), shift)));
    _mm512_mask_storeu_ps(out + j, lanes, powers);
    a = _mm512_add_ps(a, powers);
  }
  return _mm512_reduce_add_ps(_mm512_add_ps(a, b));
}

// Computes out = x - max - log_sum, rounded twice.
PADDLE_AVX512 void TakeOff(int64_t size, const float* x, float max,
                           float log_sum, float* out) {
  const __m512 first = _mm512_set1_ps(max), second = _mm512_set1_ps(log_sum);
  for (int64_t j = 0; j < size; j += kWidth) {
    const __mmask16 lanes = LanesOf16(size - j);
    const __m512 rest =
        _mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, x + j), first);
    _mm512_mask_storeu_ps(out + j, lanes, _mm512_sub_ps(rest, second));
  }
}

// Computes out = exp(x - max) and returns the sum, of sums that stay accurate.
float Exponentials(int64_t size, const float* x, float max, float* out) {
  float sum = 0;
  for (int64_t j = 0; j < size; j += kStretch) {
    sum += SomeExponentials(std::min(size - j, kStretch), x + j, max,
                            /*fetches=*/true, out + j);
  }
  return sum;
}

PADDLE_AVX512 void Multiply(int64_t size, float factor, float* row) {
  const __m512 factors = _mm512_set1_ps(factor);
  int64_t j = 0;
  for (; j + kWidth <= size; j += kWidth) {
    _mm512_storeu_ps(row + j, _mm512_mul_ps(_mm512_loadu_ps(row + j), factors));
  }
  const __mmask16 rest = LanesOf16(size - j);
  _mm512_mask_storeu_ps(
      row + j, rest,
      _mm512_mul_ps(_mm512_maskz_loadu_ps(rest, row + j), factors));
}

// Computes out = factor * row of whole registers, past the caches.
PADDLE_AVX512 void StreamProduct(int64_t size, float factor, const float* row,
                                 float* out) {
  const __m512 factors = _mm512_set1_ps(factor);
  for (int64_t j = 0; j < size; j += kWidth) {
    _mm512_stream_ps(out + j, _mm512_mul_ps(_mm512_loadu_ps(row + j), factors));
  }
}

// Computes rows of whole registers, and at most kStretch elements.
void StreamRows(int64_t rows, int64_t size, const float* x, float* out) {
  auto* const powers = ThreadScratch<float>(ScratchSlot::kPiece, size);
  for (int64_t r = 0; r < rows; ++r, x += size, out += size) {
    const float sum = SomeExponentials(size, x, Largest(size, x),
                                       /*fetches=*/false, powers);
    StreamProduct(size, 1 / sum, powers, out);
  }
}

}  // namespace

bool HasSoftmaxRowsAvx512() {
  static const bool has = platform::CPULevel() >= 4;
  return has;
}

void SoftmaxRowsAvx512(int64_t rows, int64_t size, const float* x, bool streams,
                       float* out) {
  PADDLE_ENFORCE(HasSoftmaxRowsAvx512(), Unimplemented,
                 "softmax by AVX-512 on a processor of level ",
                 platform::CPULevel());
  const bool fits = size % kWidth == 0 && size <= kStretch;
  if (streams && out != x && fits && IsAlignedTo64(out)) {
    return StreamRows(rows, size, x, out);
  }
  for (int64_t r = 0; r < rows; ++r, x += size, out += size) {
    const float sum = Exponentials(size, x, Largest(size, x), out);
    Multiply(size, 1 / sum, out);
  }
}

void LogSoftmaxRowsAvx512(int64_t rows, int64_t size, const float* x,
                          float* out) {
  PADDLE_ENFORCE(HasSoftmaxRowsAvx512(), Unimplemented,
                 "log_softmax by AVX-512 on a processor of level ",
                 platform::CPULevel());
  constexpr int64_t kPowers = 1024;
  alignas(64) float powers[kPowers];  // `out` may be x, which is read again
  for (int64_t r = 0; r < rows; ++r, x += size, out += size) {
    const float max = Largest(size, x);
    float sum = 0;
    for (int64_t j = 0; j < size; j += kPowers) {
      sum += SomeExponentials(std::min(size - j, kPowers), x + j, max,
                              /*fetches=*/false, powers);
    }
    TakeOff(size, x, max, std::log(sum), out);
  }
}

#else

bool HasSoftmaxRowsAvx512() { return false; }

void LogSoftmaxRowsAvx512(int64_t, int64_t, const float*, float*) {
  PADDLE_THROW(Unimplemented, "log_softmax by AVX-512 on another machine");
}

void SoftmaxRowsAvx512(int64_t, int64_t, const float*, bool, float*) {
  PADDLE_THROW(Unimplemented, "softmax by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

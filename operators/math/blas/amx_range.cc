#include "paddle/operators/math/blas/amx_range.h"

#ifdef __x86_64__
#include <algorithm>
#include <atomic>

#include "paddle/operators/math/loops/avx512.h"
#include "paddle/platform/parallel_for.h"
#else
#include "paddle/platform/enforce.h"
#endif

namespace paddle::operators::kernels {

#ifdef __x86_64__

namespace {

constexpr int64_t kWidth = 16;
// So many elements are worth a thread.
constexpr int64_t kManyElements = 1 << 17;
// The bits of 2^127.
constexpr uint32_t kLimit = 0x7f000000;

PADDLE_AVX512_INLINE __m512i Larger(__m512i most, __m512i x) {
  const __m512i no_sign = _mm512_set1_epi32(0x7fffffff);
  return _mm512_max_epu32(most, _mm512_and_si512(x, no_sign));
}

// Returns the largest bits of rows of numbers that lie side by side.
PADDLE_AVX512 uint32_t LargestBits(int64_t rows, int64_t columns,
                                   const float* x, int64_t stride) {
  __m512i most = _mm512_setzero_si512(), other = most;
  for (int64_t i = 0; i < rows; ++i, x += stride) {
    int64_t j = 0;
    for (; j + 2 * kWidth <= columns; j += 2 * kWidth) {
      most = Larger(most, _mm512_loadu_si512(x + j));
      other = Larger(other, _mm512_loadu_si512(x + j + kWidth));
    }
    for (; j < columns; j += kWidth) {
      most =
          Larger(most, _mm512_maskz_loadu_epi32(LanesOf16(columns - j), x + j));
    }
  }
  return _mm512_reduce_max_epu32(_mm512_max_epu32(most, other));
}

}  // namespace

bool AmxHolds(int64_t rows, int64_t columns, const GemmOperand<const float>& x,
              bool threads) {
  if (x.column_step != 1) {
    return AmxHolds(columns, rows, x.Transposed(), threads);
  }
  const auto holds = [&](int64_t begin, int64_t end) {
    return LargestBits(end - begin, columns, x.At(begin, 0).data, x.row_step) <
           kLimit;
  };
  if (!threads || rows * columns < 2 * kManyElements) return holds(0, rows);
  std::atomic<bool> all{true};
  platform::ParallelFor(rows, std::max<int64_t>(kManyElements / columns, 1),
                        [&](int64_t begin, int64_t end) {
                          if (!holds(begin, end))
                            all.store(false, std::memory_order_relaxed);
                        });
  return all.load(std::memory_order_relaxed);
}

#else

bool AmxHolds(int64_t, int64_t, const GemmOperand<const float>&, bool) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

#endif

}  // namespace paddle::operators::kernels

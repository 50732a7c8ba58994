#include "paddle/operators/attention/half_rows.h"

#include <algorithm>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "paddle/operators/math/loops/half_runs.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

constexpr int64_t kTurned = 8;  // rows and columns that are turned at a time

void TurnSome(int64_t rows, int64_t columns, const bfloat16* from,
              int64_t stride, int64_t all, bfloat16* to) {
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) to[j * all + i] = from[i * stride + j];
  }
}

#ifdef __SSE2__
// Three times neighbours of twice the distance are interleaved.
void TurnBlock(const bfloat16* from, int64_t stride, int64_t all,
               bfloat16* to) {
  __m128i a[kTurned], b[kTurned];
  for (int64_t i = 0; i < kTurned; ++i) {
    a[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i * stride));
  }
  for (int64_t i = 0; i < 4; ++i) {
    b[2 * i] = _mm_unpacklo_epi16(a[i], a[i + 4]);
    b[2 * i + 1] = _mm_unpackhi_epi16(a[i], a[i + 4]);
  }
  for (int64_t i = 0; i < 4; ++i) {
    a[2 * i] = _mm_unpacklo_epi16(b[i], b[i + 4]);
    a[2 * i + 1] = _mm_unpackhi_epi16(b[i], b[i + 4]);
  }
  for (int64_t i = 0; i < 4; ++i) {
    auto* row = reinterpret_cast<__m128i*>(to + 2 * i * all);
    _mm_storeu_si128(row, _mm_unpacklo_epi16(a[i], a[i + 4]));
    row = reinterpret_cast<__m128i*>(to + (2 * i + 1) * all);
    _mm_storeu_si128(row, _mm_unpackhi_epi16(a[i], a[i + 4]));
  }
}
#else
void TurnBlock(const bfloat16* from, int64_t stride, int64_t all,
               bfloat16* to) {
  TurnSome(kTurned, kTurned, from, stride, all, to);
}
#endif

}  // namespace

void FillRows(const HeadRows<const bfloat16>& rows, int64_t count, int64_t all,
              bfloat16* out) {
  for (int64_t i = 0; i < count; ++i) {
    std::copy_n(rows.row(i), rows.width, out + i * rows.width);
  }
  std::fill_n(out + count * rows.width, (all - count) * rows.width,
              bfloat16(0));
}

void TurnRows(const HeadRows<const bfloat16>& rows, int64_t count, int64_t all,
              bfloat16* out) {
  const int64_t whole = count / kTurned * kTurned;
  const int64_t columns = rows.width / kTurned * kTurned;
  for (int64_t i = 0; i < whole; i += kTurned) {
    for (int64_t j = 0; j < columns; j += kTurned) {
      TurnBlock(rows.row(i) + j, rows.stride, all, out + j * all + i);
    }
    TurnSome(kTurned, rows.width - columns, rows.row(i) + columns, rows.stride,
             all, out + columns * all + i);
  }
  TurnSome(count - whole, rows.width, rows.row(whole), rows.stride, all,
           out + whole);
  for (int64_t j = 0; count < all && j < rows.width; ++j) {
    std::fill_n(out + j * all + count, all - count, bfloat16(0));
  }
}

void RoundRows(const float* rows, int64_t count, int64_t all, int64_t width,
               bfloat16* out) {
  FromFloat(count * width, rows, out);
  std::fill_n(out + count * width, (all - count) * width, bfloat16(0));
}

}  // namespace paddle::operators::kernels

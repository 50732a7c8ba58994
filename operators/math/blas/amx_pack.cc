#include "paddle/operators/math/blas/amx_pack.h"

#ifdef __x86_64__
#include <algorithm>
#include <array>

#include "paddle/operators/math/loops/avx512.h"
#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

using platform::bfloat16;

#ifdef __x86_64__

namespace {

constexpr int64_t kTileRows = 16;
// Columns that are fetched ahead: three panels.
constexpr int64_t kAhead = 96;

// Each lane of the result has lanes of two rows of 32 columns: those of the
// first 16 columns, or of the last.
constexpr std::array<uint16_t, 32> PairsFrom(uint16_t first) {
  std::array<uint16_t, 32> lanes{};
  for (uint16_t i = 0; i < 16; ++i) {
    lanes[2 * i] = first + i;
    lanes[2 * i + 1] = 32 + first + i;
  }
  return lanes;
}
alignas(64) constexpr auto kFirstPairs = PairsFrom(0);
alignas(64) constexpr auto kLastPairs = PairsFrom(16);

PADDLE_AVX512 inline __m512i Load(__mmask32 lanes, const bfloat16* x) {
  return _mm512_maskz_loadu_epi16(lanes, x);
}

// Writes the two rows of tiles that the rows of two products make.
PADDLE_AVX512_INLINE void PackPair(__m512i first, __m512i second,
                                   bfloat16* to) {
  const __m512i low = _mm512_load_si512(kFirstPairs.data());
  const __m512i high = _mm512_load_si512(kLastPairs.data());
  _mm512_store_si512(to, _mm512_permutex2var_epi16(first, low, second));
  _mm512_store_si512(to + kAmxTile,
                     _mm512_permutex2var_epi16(first, high, second));
}

// Packs a pair of rows of 32 columns, and fetches what lies so many elements
// ahead.
PADDLE_AVX512_INLINE void PackRows(const bfloat16* x, int64_t stride,
                                   int64_t ahead, bfloat16* to) {
  __builtin_prefetch(x + ahead);
  __builtin_prefetch(x + stride + ahead);
  PackPair(_mm512_loadu_si512(x), _mm512_loadu_si512(x + stride), to);
}

// Packs a whole step of 32 columns that lie side by side.
PADDLE_AVX512 void PackStep(const bfloat16* x, int64_t stride, int64_t ahead,
                            bfloat16* to) {
  for (int64_t p = 0; p < kAmxDepth; p += 2, x += 2 * stride) {
    PackRows(x, stride, ahead, to);
    to += kAmxDepth;
  }
}

PADDLE_AVX512 void PackSomePairs(int64_t most, AmxPairs* pairs) {
  const int64_t end = std::min(pairs->done + most, pairs->count);
  const int64_t stride = pairs->stride;
  for (int64_t i = pairs->done; i < end; ++i) {
    PackRows(pairs->from + 2 * i * stride, stride, kAmxDepth * stride,
             pairs->to + i / 16 * kAmxStep + i % 16 * kAmxDepth);
  }
  pairs->done = end;
}

// Packs a step that is filled up with zeros.
PADDLE_AVX512 void PackLastStep(int64_t columns, int64_t depth,
                                const bfloat16* x, int64_t stride,
                                bfloat16* to) {
  const __mmask32 lanes = LanesOf32(columns);
  for (int64_t p = 0; p < kAmxDepth; p += 2, x += 2 * stride) {
    PackPair(Load(p < depth ? lanes : 0, x),
             Load(p + 1 < depth ? lanes : 0, x + stride), to);
    to += kAmxDepth;
  }
}

// Packs columns that lie side by side.
void PackPairs(int64_t columns, int64_t depth, const bfloat16* x,
               int64_t stride, bfloat16* to) {
  const int64_t panel = AmxSteps(depth) * kAmxStep;
  const int64_t ahead = columns > kAhead ? kAhead : kAmxDepth * stride;
  for (int64_t p = 0; p < depth; p += kAmxDepth, to += kAmxStep) {
    bfloat16* step = to;
    for (int64_t j = 0; j < columns; j += kAmxPanel, step += panel) {
      const bfloat16* from = x + p * stride + j;
      if (p + kAmxDepth <= depth && j + kAmxPanel <= columns) {
        PackStep(from, stride, ahead, step);
      } else {
        PackLastStep(columns - j, depth - p, from, stride, step);
      }
    }
  }
}

// Packs a row whose products lie side by side: a row of one tile of each step.
PADDLE_AVX512 void PackRow(int64_t depth, const bfloat16* x, bfloat16* to) {
  int64_t p = 0;
  for (; p + kAmxDepth <= depth; p += kAmxDepth, to += kAmxStep) {
    _mm512_store_si512(to, _mm512_loadu_si512(x + p));
  }
  if (p < depth) _mm512_store_si512(to, Load(LanesOf32(depth - p), x + p));
}

PADDLE_AVX512 void ZeroRow(int64_t depth, bfloat16* to) {
  for (int64_t p = 0; p < depth; p += kAmxDepth, to += kAmxStep) {
    _mm512_store_si512(to, _mm512_setzero_si512());
  }
}

// Packs at most 16 rows: one tile of each step.
void PackTiles(int64_t rows, int64_t depth, const bfloat16* x, int64_t stride,
               bfloat16* to) {
  for (int64_t i = 0; i < kTileRows; ++i, to += kAmxDepth) {
    if (i < rows) {
      PackRow(depth, x + i * stride, to);
    } else {
      ZeroRow(depth, to);
    }
  }
}

PADDLE_AVX512 inline __m512i Quarters(const bfloat16* x) {
  const auto at = [x](int64_t row) {
    return reinterpret_cast<const __m128i*>(x + row * kAmxDepth);
  };
  __m512i all = _mm512_castsi128_si512(_mm_load_si128(at(0)));
  all = _mm512_inserti32x4(all, _mm_load_si128(at(4)), 1);
  all = _mm512_inserti32x4(all, _mm_load_si128(at(8)), 2);
  return _mm512_inserti32x4(all, _mm_load_si128(at(12)), 3);
}

// Transposes 16 x 16 pairs: 4 of their columns.
PADDLE_AVX512 inline void TransposeQuarter(const bfloat16* x, bfloat16* to) {
  const __m512i a = Quarters(x), b = Quarters(x + kAmxDepth);
  const __m512i c = Quarters(x + 2 * kAmxDepth);
  const __m512i d = Quarters(x + 3 * kAmxDepth);
  const __m512i ab = _mm512_unpacklo_epi32(a, b);
  const __m512i cd = _mm512_unpacklo_epi32(c, d);
  const __m512i ab_high = _mm512_unpackhi_epi32(a, b);
  const __m512i cd_high = _mm512_unpackhi_epi32(c, d);
  _mm512_store_si512(to, _mm512_unpacklo_epi64(ab, cd));
  _mm512_store_si512(to + kAmxDepth, _mm512_unpackhi_epi64(ab, cd));
  _mm512_store_si512(to + 2 * kAmxDepth,
                     _mm512_unpacklo_epi64(ab_high, cd_high));
  _mm512_store_si512(to + 3 * kAmxDepth,
                     _mm512_unpackhi_epi64(ab_high, cd_high));
}

// Turns tiles of a into tiles of b, and back.
PADDLE_AVX512 void TransposeTiles(int64_t tiles, bfloat16* tile) {
  alignas(64) bfloat16 turned[kAmxTile];
  for (int64_t i = 0; i < tiles; ++i, tile += kAmxTile) {
    for (int64_t quarter = 0; quarter < 4; ++quarter) {
      TransposeQuarter(tile + 8 * quarter, turned + 4 * quarter * kAmxDepth);
    }
    std::copy_n(turned, kAmxTile, tile);
  }
}

// Packs rows whose products lie side by side.
void PackAllTiles(int64_t rows, int64_t depth, const bfloat16* x,
                  int64_t stride, bool transposes, bfloat16* to) {
  const int64_t steps = AmxSteps(depth);
  for (int64_t i = 0; i < rows; i += kAmxPanel, x += kAmxPanel * stride) {
    const int64_t left = rows - i;
    PackTiles(left, depth, x, stride, to);
    if (left > kTileRows) {
      PackTiles(left - kTileRows, depth, x + kTileRows * stride, stride,
                to + kAmxTile);
    }
    if (transposes) TransposeTiles(2 * steps, to);
    to += steps * kAmxStep;
  }
}

}  // namespace

void PackAmxRows(int64_t rows, int64_t depth,
                 const GemmOperand<const bfloat16>& a, bfloat16* to) {
  if (a.column_step == 1) {
    return PackAllTiles(rows, depth, a.data, a.row_step, false, to);
  }
  PackPairs(rows, depth, a.data, a.column_step, to);
  TransposeTiles(2 * AmxSteps(depth) * AmxSteps(rows), to);
}

void PackAmxColumns(int64_t columns, int64_t depth,
                    const GemmOperand<const bfloat16>& b, bfloat16* to) {
  if (b.column_step == 1) {
    return PackPairs(columns, depth, b.data, b.row_step, to);
  }
  PackAllTiles(columns, depth, b.data, b.column_step, true, to);
}

void PackAmxPairs(int64_t most, AmxPairs* pairs) { PackSomePairs(most, pairs); }

#else

void PackAmxPairs(int64_t, AmxPairs*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

void PackAmxRows(int64_t, int64_t, const GemmOperand<const bfloat16>&,
                 bfloat16*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

void PackAmxColumns(int64_t, int64_t, const GemmOperand<const bfloat16>&,
                    bfloat16*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

#endif

}  // namespace paddle::operators::kernels

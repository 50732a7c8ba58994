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

constexpr int64_t kWidth = 16;  // floats in a register
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

PADDLE_AVX512_INLINE __m512i Load(__mmask32 lanes, const bfloat16* x) {
  return _mm512_maskz_loadu_epi16(lanes, x);
}
PADDLE_AVX512_INLINE __m512 Load(__mmask16 lanes, const float* x) {
  return _mm512_maskz_loadu_ps(lanes, x);
}

// The terms of 16 floats, each in the upper half of a lane, of which the lower
// is zeros unless the term is subnormal.
struct Terms {
  __m512 of[kAmxTerms<float>];
};

// Returns numbers rounded to 8 bits.
PADDLE_AVX512_INLINE __m512 RoundTo8Bits(__m512 x) {
  const __m512i half = _mm512_set1_epi32(0x8000);
  const __m512i bits = _mm512_set1_epi32(static_cast<int>(0xffff0000));
  return _mm512_castsi512_ps(
      _mm512_and_si512(_mm512_add_epi32(_mm512_castps_si512(x), half), bits));
}

PADDLE_AVX512_INLINE Terms Split(__m512 x) {
  const __m512 high = RoundTo8Bits(x);
  const __m512 rest = _mm512_sub_ps(x, high);
  const __m512 middle = RoundTo8Bits(rest);
  return {{high, middle, _mm512_sub_ps(rest, middle)}};
}

// Writes the two rows of tiles that 32 columns of two products make.
PADDLE_AVX512_INLINE void PackPair(__mmask32 lanes, __mmask32 next_lanes,
                                   const bfloat16* x, const bfloat16* next,
                                   bfloat16* to) {
  const __m512i first = Load(lanes, x), second = Load(next_lanes, next);
  const __m512i low = _mm512_load_si512(kFirstPairs.data());
  const __m512i high = _mm512_load_si512(kLastPairs.data());
  _mm512_store_si512(to, _mm512_permutex2var_epi16(first, low, second));
  _mm512_store_si512(to + kAmxTile,
                     _mm512_permutex2var_epi16(first, high, second));
}

// Likewise of the terms of 16 columns: a row of a tile of each.
PADDLE_AVX512_INLINE void PackTerms(__m512 x, __m512 next, bfloat16* to) {
  constexpr __mmask32 kUpper = 0xaaaaaaaa;
  const Terms first = Split(x), second = Split(next);
#pragma GCC unroll 3
  for (int64_t i = 0; i < kAmxTerms<float>; ++i) {
    const __m512i low = _mm512_srli_epi32(_mm512_castps_si512(first.of[i]), 16);
    _mm512_store_si512(to + i * kAmxStep,
                       _mm512_mask_blend_epi16(
                           kUpper, low, _mm512_castps_si512(second.of[i])));
  }
}

PADDLE_AVX512_INLINE void PackPair(__mmask32 lanes, __mmask32 next_lanes,
                                   const float* x, const float* next,
                                   bfloat16* to) {
#pragma GCC unroll 2
  for (int64_t j = 0; j < kAmxPanel; j += kWidth, to += kAmxTile) {
    PackTerms(Load(static_cast<__mmask16>(lanes >> j), x + j),
              Load(static_cast<__mmask16>(next_lanes >> j), next + j), to);
  }
}

constexpr __mmask32 kAllLanes = ~__mmask32{0};

// Packs a pair of rows of 32 columns, and fetches those that lie so many
// elements ahead.
template <typename T>
PADDLE_AVX512_INLINE void PackRows(const T* x, int64_t stride, int64_t ahead,
                                   bfloat16* to) {
  constexpr int64_t kLine = 64 / sizeof(T);
#pragma GCC unroll 2
  for (int64_t j = 0; j < kAmxPanel; j += kLine) {
    __builtin_prefetch(x + ahead + j);
    __builtin_prefetch(x + stride + ahead + j);
  }
  PackPair(kAllLanes, kAllLanes, x, x + stride, to);
}

template <typename T>
PADDLE_AVX512 void PackSomePairs(int64_t most, AmxPairs<T>* pairs) {
  const int64_t end = std::min(pairs->done + most, pairs->count);
  const int64_t stride = pairs->stride;
  for (int64_t i = pairs->done; i < end; ++i) {
    PackRows(pairs->from + 2 * i * stride, stride, kAmxDepth * stride,
             pairs->to + i / 16 * kAmxStepOf<T> + i % 16 * kAmxDepth);
  }
  pairs->done = end;
}

// Packs a whole step of 32 columns that lie side by side.
template <typename T>
PADDLE_AVX512 void PackStep(const T* x, int64_t stride, int64_t ahead,
                            bfloat16* to) {
  for (int64_t p = 0; p < kAmxDepth; p += 2, x += 2 * stride) {
    PackRows(x, stride, ahead, to);
    to += kAmxDepth;
  }
}

// Packs a step that is filled up with zeros.
template <typename T>
PADDLE_AVX512 void PackLastStep(int64_t columns, int64_t depth, const T* x,
                                int64_t stride, bfloat16* to) {
  const __mmask32 lanes = LanesOf32(columns);
  for (int64_t p = 0; p < kAmxDepth; p += 2, x += 2 * stride) {
    PackPair(p < depth ? lanes : 0, p + 1 < depth ? lanes : 0, x, x + stride,
             to);
    to += kAmxDepth;
  }
}

// Packs columns that lie side by side.
template <typename T>
void PackPairs(int64_t columns, int64_t depth, const T* x, int64_t stride,
               bfloat16* to) {
  const int64_t panel = AmxSteps(depth) * kAmxStepOf<T>;
  const int64_t ahead = columns > kAhead ? kAhead : kAmxDepth * stride;
  for (int64_t p = 0; p < depth; p += kAmxDepth, to += kAmxStepOf<T>) {
    bfloat16* step = to;
    for (int64_t j = 0; j < columns; j += kAmxPanel, step += panel) {
      const T* from = x + p * stride + j;
      if (p + kAmxDepth <= depth && j + kAmxPanel <= columns) {
        PackStep(from, stride, ahead, step);
      } else {
        PackLastStep(columns - j, depth - p, from, stride, step);
      }
    }
  }
}

// Writes 32 products of a row: a row of a tile, of each term.
PADDLE_AVX512_INLINE void StoreProducts(__mmask32 lanes, const bfloat16* x,
                                        bfloat16* to) {
  _mm512_store_si512(to, Load(lanes, x));
}

// The upper halves of the lanes of two registers, in order.
constexpr std::array<uint16_t, 32> UpperHalves() {
  std::array<uint16_t, 32> lanes{};
  for (uint16_t i = 0; i < 32; ++i) lanes[i] = 2 * i + 1;
  return lanes;
}
alignas(64) constexpr auto kUpperHalves = UpperHalves();

PADDLE_AVX512_INLINE void StoreProducts(__mmask32 lanes, const float* x,
                                        bfloat16* to) {
  const Terms first = Split(Load(static_cast<__mmask16>(lanes), x));
  const Terms second =
      Split(Load(static_cast<__mmask16>(lanes >> kWidth), x + kWidth));
  const __m512i upper = _mm512_load_si512(kUpperHalves.data());
#pragma GCC unroll 3
  for (int64_t i = 0; i < kAmxTerms<float>; ++i) {
    _mm512_store_si512(
        to + i * kAmxStep,
        _mm512_permutex2var_epi16(_mm512_castps_si512(first.of[i]), upper,
                                  _mm512_castps_si512(second.of[i])));
  }
}

// Packs a row whose products lie side by side: a row of one tile of each step.
template <typename T>
PADDLE_AVX512 void PackRow(int64_t depth, const T* x, bfloat16* to) {
  int64_t p = 0;
  for (; p + kAmxDepth <= depth; p += kAmxDepth, to += kAmxStepOf<T>) {
    StoreProducts(kAllLanes, x + p, to);
  }
  if (p < depth) StoreProducts(LanesOf32(depth - p), x + p, to);
}

template <typename T>
PADDLE_AVX512 void ZeroRow(int64_t depth, bfloat16* to) {
  for (int64_t i = 0; i < AmxSteps(depth) * kAmxTerms<T>; ++i, to += kAmxStep) {
    _mm512_store_si512(to, _mm512_setzero_si512());
  }
}

// Packs at most 16 rows: one tile of each step.
template <typename T>
void PackTiles(int64_t rows, int64_t depth, const T* x, int64_t stride,
               bfloat16* to) {
  for (int64_t i = 0; i < kTileRows; ++i, to += kAmxDepth) {
    if (i < rows) {
      PackRow(depth, x + i * stride, to);
    } else {
      ZeroRow<T>(depth, to);
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
template <typename T>
void PackAllTiles(int64_t rows, int64_t depth, const T* x, int64_t stride,
                  bool transposes, bfloat16* to) {
  const int64_t panel = AmxSteps(depth) * kAmxStepOf<T>;
  for (int64_t i = 0; i < rows; i += kAmxPanel, x += kAmxPanel * stride) {
    const int64_t left = rows - i;
    PackTiles(left, depth, x, stride, to);
    if (left > kTileRows) {
      PackTiles(left - kTileRows, depth, x + kTileRows * stride, stride,
                to + kAmxTile);
    }
    if (transposes) TransposeTiles(panel / kAmxTile, to);
    to += panel;
  }
}

}  // namespace

template <typename T>
void PackAmxRows(int64_t rows, int64_t depth, const GemmOperand<const T>& a,
                 bfloat16* to) {
  if (a.column_step == 1) {
    return PackAllTiles(rows, depth, a.data, a.row_step, false, to);
  }
  PackPairs(rows, depth, a.data, a.column_step, to);
  TransposeTiles(AmxSteps(depth) * AmxSteps(rows) * (kAmxStepOf<T> / kAmxTile),
                 to);
}

template <typename T>
void PackAmxColumns(int64_t columns, int64_t depth,
                    const GemmOperand<const T>& b, bfloat16* to) {
  if (b.column_step == 1) {
    return PackPairs(columns, depth, b.data, b.row_step, to);
  }
  PackAllTiles(columns, depth, b.data, b.column_step, true, to);
}

template <typename T>
void PackAmxPairs(int64_t most, AmxPairs<T>* pairs) {
  PackSomePairs(most, pairs);
}

PADDLE_AVX512 bool AreAmxNumbers(int64_t steps, int64_t tiles,
                                 const bfloat16* packed) {
  __m512i most = _mm512_setzero_si512(), other = most;
  for (int64_t i = 0; i < steps; ++i, packed += kAmxStepOf<float>) {
    for (int64_t j = 0; j < tiles * kAmxTile; j += 2 * kAmxDepth) {
      // Without their signs.
      const __m512i x = _mm512_slli_epi16(_mm512_load_si512(packed + j), 1);
      const __m512i y =
          _mm512_slli_epi16(_mm512_load_si512(packed + j + kAmxDepth), 1);
      most = _mm512_max_epu16(most, x);
      other = _mm512_max_epu16(other, y);
    }
  }
  const __m512i infinity = _mm512_set1_epi16(static_cast<int16_t>(0xff00));
  return _mm512_cmpge_epu16_mask(_mm512_max_epu16(most, other), infinity) == 0;
}

#else

bool AreAmxNumbers(int64_t, int64_t, const bfloat16*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

template <typename T>
void PackAmxPairs(int64_t, AmxPairs<T>*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

template <typename T>
void PackAmxRows(int64_t, int64_t, const GemmOperand<const T>&, bfloat16*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

template <typename T>
void PackAmxColumns(int64_t, int64_t, const GemmOperand<const T>&, bfloat16*) {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}

#endif

void UnpackAmxColumns(int64_t columns, int64_t depth, const bfloat16* packed,
                      float* b) {
  const int64_t steps = AmxSteps(depth);
  for (int64_t p = 0; p < depth; ++p) {
    for (int64_t j = 0; j < columns; ++j, ++b) {
      const int64_t tile =
          (j / kAmxPanel * steps + p / kAmxDepth) * kAmxStepOf<float> +
          j % kAmxPanel / 16 * kAmxTile;
      const bfloat16* const x =
          packed + tile + p % kAmxDepth / 2 * kAmxDepth + j % 16 * 2 + p % 2;
      *b = static_cast<float>(x[0]) + static_cast<float>(x[kAmxStep]) +
           static_cast<float>(x[2 * kAmxStep]);
    }
  }
}

#define INSTANTIATE(T)                                                        \
  template void PackAmxRows(int64_t, int64_t, const GemmOperand<const T>&,    \
                            bfloat16*);                                       \
  template void PackAmxColumns(int64_t, int64_t, const GemmOperand<const T>&, \
                               bfloat16*);                                    \
  template void PackAmxPairs(int64_t, AmxPairs<T>*);
INSTANTIATE(float)
INSTANTIATE(bfloat16)
#undef INSTANTIATE

}  // namespace paddle::operators::kernels

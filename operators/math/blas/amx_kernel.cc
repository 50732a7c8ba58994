#include "paddle/operators/math/blas/amx_kernel.h"

#ifdef __x86_64__
#include "paddle/operators/math/loops/avx512.h"
#endif

#include <algorithm>
#include <type_traits>

namespace paddle::operators::kernels {

using platform::bfloat16;

#ifdef __x86_64__

// Only functions of this file may have the attribute: an inline function of a
// header that is compiled with it could replace the one of other files.
#define PADDLE_AMX_TARGET \
  "amx-tile,amx-bf16,avx512f,avx512bw,avx512dq,avx512bf16"
#define PADDLE_AMX __attribute__((target(PADDLE_AMX_TARGET)))
#define PADDLE_AMX_INLINE PADDLE_AMX inline __attribute__((always_inline))

namespace {

constexpr int64_t kWidth = 16;  // floats in a register
constexpr int64_t kTileRows = 16;
constexpr int64_t kHalf = kTileRows * kAmxPanel;  // sums of 16 rows
constexpr int64_t kTileBytes = 64;                // of a row
constexpr int64_t kSumBytes = kAmxPanel * sizeof(float);
// Rows of a result that are finished in a step: a few fit in the time in which
// tiles are multiplied.
template <typename T>
constexpr int64_t kRowsAStep = kAmxTerms<T> == 1 ? 4 : 16;

// gcc's functions for tiles do not say that they read and write memory.
inline void OrderMemory() { asm volatile("" ::: "memory"); }

// ---- results

PADDLE_AMX inline __m512 Widen(__m256i x) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(x), 16));
}

// Rounds as bfloat16's constructor does.
PADDLE_AMX inline __m256i Round(__m512 x) {
  const __m512i wide = _mm512_castps_si512(x);
  const __m512i last =
      _mm512_and_si512(_mm512_srli_epi32(wide, 16), _mm512_set1_epi32(1));
  const __m512i rounded =
      _mm512_add_epi32(wide, _mm512_add_epi32(last, _mm512_set1_epi32(0x7fff)));
  const __m512i bits =
      _mm512_mask_or_epi32(rounded, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q),
                           wide, _mm512_set1_epi32(0x400000));
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(bits, 16));
}

PADDLE_AMX inline __m512 LoadC(__mmask16 lanes, const float* c) {
  return _mm512_maskz_loadu_ps(lanes, c);
}
PADDLE_AMX inline __m512 LoadC(__mmask16 lanes, const bfloat16* c) {
  return Widen(_mm512_castsi512_si256(
      _mm512_maskz_loadu_epi16(static_cast<__mmask32>(lanes), c)));
}
PADDLE_AMX inline void StoreC(__mmask16 lanes, __m512 x, float* c) {
  _mm512_mask_storeu_ps(c, lanes, x);
}
PADDLE_AMX inline void StoreC(__mmask16 lanes, __m512 x, bfloat16* c) {
  _mm512_mask_storeu_epi16(c, static_cast<__mmask32>(lanes),
                           _mm512_castsi256_si512(Round(x)));
}

// A row of sums as it is: no sum of a processor's product is subnormal, which
// this instruction would take for 0.
PADDLE_AMX inline void StoreSums(__mmask32 lanes, const float* sums,
                                 bfloat16* c) {
  const __m512bh x =
      _mm512_cvtne2ps_pbh(_mm512_load_ps(sums + kWidth), _mm512_load_ps(sums));
  _mm512_mask_storeu_epi16(c, lanes, (__m512i)x);
}
PADDLE_AMX inline void StoreSums(__mmask32 lanes, const float* sums, float* c) {
  StoreC(static_cast<__mmask16>(lanes), _mm512_load_ps(sums), c);
  StoreC(static_cast<__mmask16>(lanes >> kWidth), _mm512_load_ps(sums + kWidth),
         c + kWidth);
}

PADDLE_AMX inline __m512 FinishSums(const GemmFinish& finish, int64_t row,
                                    int64_t j, __mmask16 lanes, __m512 x) {
  if (finish.bias != nullptr) {
    x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(lanes, finish.bias + j));
  }
  if (finish.addend != nullptr) {
    const float* const addend = finish.addend + row * finish.addend_step + j;
    x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(lanes, addend));
  }
  return Bounded(_mm512_set1_ps(finish.low), _mm512_set1_ps(finish.high), x);
}

template <typename C>
PADDLE_AMX void CombineRow(const AmxResult<C>& r, int64_t row,
                           const float* sums, C* c) {
  const __m512 alpha = _mm512_set1_ps(r.alpha), beta = _mm512_set1_ps(r.beta);
  for (int64_t j = 0; j < r.columns; j += kWidth) {
    const __mmask16 lanes = LanesOf16(r.columns - j);
    __m512 x = _mm512_mul_ps(alpha, _mm512_load_ps(sums + j));
    if (r.beta != 0) x = _mm512_fmadd_ps(beta, LoadC(lanes, c + j), x);
    if (r.finish != nullptr) {
      x = FinishSums(*r.finish, r.row + row, r.column + j, lanes, x);
    }
    StoreC(lanes, x, c + j);
  }
}

// The rows of a result that are left.
template <typename C>
class Rest {
 public:
  explicit Rest(const AmxResult<C>& r)
      : r_(r),
        is_plain_(r.alpha == 1 && r.beta == 0 && r.finish == nullptr),
        lanes_(~uint32_t{0} >> (kAmxPanel - std::max<int64_t>(r.columns, 1))),
        sums_(r.sums),
        c_(r.c),
        rows_(r.sums == nullptr ? 0 : r.rows) {}

  int64_t rows() const { return rows_; }

  PADDLE_AMX_INLINE void Finish(int64_t rows) {
    rows = std::min(rows, rows_);
    rows_ -= rows;
    for (; rows > 0; --rows, sums_ += kAmxPanel, c_ += r_.stride) {
      if (is_plain_) {
        StoreSums(lanes_, sums_, c_);
      } else {
        CombineRow(r_, (sums_ - r_.sums) / kAmxPanel, sums_, c_);
      }
    }
  }

 private:
  const AmxResult<C>& r_;
  const bool is_plain_;
  const uint32_t lanes_;
  const float* sums_;
  C* c_;
  int64_t rows_;
};

template <typename C>
PADDLE_AMX void FinishAll(const AmxResult<C>& result) {
  Rest<C> rest(result);
  rest.Finish(rest.rows());
}

// ---- products

// Tiles 0 to 3 are sums, 4 and 5 of a, 6 and 7 of b.
template <bool kRows2, bool kColumns2>
PADDLE_AMX_INLINE void BeginSums(bool adds, const float* sums) {
  if (adds) {
    _tile_loadd(0, sums, kSumBytes);
    if (kColumns2) _tile_loadd(1, sums + kWidth, kSumBytes);
    if (kRows2) _tile_loadd(2, sums + kHalf, kSumBytes);
    if (kRows2 && kColumns2) _tile_loadd(3, sums + kHalf + kWidth, kSumBytes);
  } else {
    _tile_zero(0);
    if (kColumns2) _tile_zero(1);
    if (kRows2) _tile_zero(2);
    if (kRows2 && kColumns2) _tile_zero(3);
  }
}

template <bool kRows2, bool kColumns2>
PADDLE_AMX_INLINE void EndSums(float* to, int64_t row) {
  const int64_t bytes = row * static_cast<int64_t>(sizeof(float));
  float* const low = to + row * kTileRows;
  OrderMemory();
  _tile_stored(0, to, bytes);
  if (kColumns2) _tile_stored(1, to + kWidth, bytes);
  if (kRows2) _tile_stored(2, low, bytes);
  if (kRows2 && kColumns2) _tile_stored(3, low + kWidth, bytes);
  OrderMemory();
}

// A step of the products of T. The panel of b stays in the first cache, and a
// passes through.
template <typename T>
struct Products;

template <>
struct Products<bfloat16> {
  template <bool kRows2, bool kColumns2>
  PADDLE_AMX_INLINE static void Step(const bfloat16* a, int64_t row_bytes,
                                     int64_t a_tile, const bfloat16* b) {
    _tile_loadd(6, b, kTileBytes);
    _tile_stream_loadd(4, a, row_bytes);
    if (kColumns2) _tile_loadd(7, b + kAmxTile, kTileBytes);
    _tile_dpbf16ps(0, 4, 6);
    if (kColumns2) _tile_dpbf16ps(1, 4, 7);
    if (kRows2) {
      _tile_stream_loadd(5, a + a_tile, row_bytes);
      _tile_dpbf16ps(2, 5, 6);
      if (kColumns2) _tile_dpbf16ps(3, 5, 7);
    }
  }
};

// The products of the first terms, and of those that follow them as far as they
// count: each pair of terms has one in common with the pair before.
template <>
struct Products<float> {
  template <bool kRows2, bool kColumns2>
  PADDLE_AMX_INLINE static void Step(const bfloat16* a, int64_t row_bytes,
                                     int64_t a_tile, const bfloat16* b) {
    LoadA<kRows2>(a, row_bytes, a_tile);
    LoadB<kColumns2>(b + 2 * kAmxStep);
    Multiply<kRows2, kColumns2>();  // 1st by 3rd
    LoadB<kColumns2>(b + kAmxStep);
    Multiply<kRows2, kColumns2>();  // 1st by 2nd
    LoadA<kRows2>(a + kAmxStep, row_bytes, a_tile);
    Multiply<kRows2, kColumns2>();  // 2nd by 2nd
    LoadB<kColumns2>(b);
    Multiply<kRows2, kColumns2>();  // 2nd by 1st
    LoadA<kRows2>(a + 2 * kAmxStep, row_bytes, a_tile);
    Multiply<kRows2, kColumns2>();  // 3rd by 1st
    LoadA<kRows2>(a, row_bytes, a_tile);
    Multiply<kRows2, kColumns2>();  // 1st by 1st
  }

 private:
  template <bool kRows2>
  PADDLE_AMX_INLINE static void LoadA(const bfloat16* a, int64_t row_bytes,
                                      int64_t a_tile) {
    _tile_stream_loadd(4, a, row_bytes);
    if (kRows2) _tile_stream_loadd(5, a + a_tile, row_bytes);
  }
  template <bool kColumns2>
  PADDLE_AMX_INLINE static void LoadB(const bfloat16* b) {
    _tile_loadd(6, b, kTileBytes);
    if (kColumns2) _tile_loadd(7, b + kAmxTile, kTileBytes);
  }
  template <bool kRows2, bool kColumns2>
  PADDLE_AMX_INLINE static void Multiply() {
    _tile_dpbf16ps(0, 4, 6);
    if (kColumns2) _tile_dpbf16ps(1, 4, 7);
    if (kRows2) _tile_dpbf16ps(2, 5, 6);
    if (kRows2 && kColumns2) _tile_dpbf16ps(3, 5, 7);
  }
};

// Fetches what is needed later, some lines in each step.
template <typename T, typename C>
class Fetches {
 public:
  Fetches(const AmxPanels<T>& p, const AmxResult<C>& next)
      : b_(p.next_b),
        c_(next.c),
        stride_(next.stride),
        rows_(next.c == nullptr ? 0 : next.rows) {
    if (rows_ == 0 || next.finish == nullptr) return;
    addend_ = next.finish->addend;
    if (addend_ == nullptr) return;
    addend_step_ = next.finish->addend_step;
    addend_ += next.row * addend_step_ + next.column;
  }

  PADDLE_AMX_INLINE void Step() {
#pragma GCC unroll 16
    for (int64_t i = 0; i < kAmxFetched<T>; i += kAmxDepth) {
      _mm_prefetch(reinterpret_cast<const char*>(b_ + i), _MM_HINT_T1);
    }
    b_ += kAmxFetched<T>;
    for (int i = 0; i < kRowsAStep<T> && rows_ > 0; ++i, --rows_) {
      __builtin_prefetch(c_, 1);
      if (sizeof(C) == sizeof(float)) __builtin_prefetch(c_ + kWidth, 1);
      c_ += stride_;
      if (addend_ == nullptr) continue;
      __builtin_prefetch(addend_);
      __builtin_prefetch(addend_ + kWidth);
      addend_ += addend_step_;
    }
  }

 private:
  const bfloat16* b_;
  const C* c_;
  const float* addend_ = nullptr;
  int64_t addend_step_ = 0;
  int64_t stride_;
  int64_t rows_;
};

PADDLE_AMX_INLINE void FetchLines(int64_t count, AmxLines* lines) {
  for (; count > 0 && lines->rows > 0; --count) {
    _mm_prefetch(lines->row + 64 * lines->line, _MM_HINT_T1);
    if (++lines->line < lines->lines) continue;
    lines->line = 0;
    lines->row += lines->stride;
    --lines->rows;
  }
}

template <typename T, typename C, bool kRows2, bool kColumns2>
PADDLE_AMX void Multiply(const AmxPanels<T>& p, const AmxResult<C>& before,
                         const AmxResult<C>& next) {
  OrderMemory();
  BeginSums<kRows2, kColumns2>(p.adds, p.sums);
  Rest<C> rest(before);
  Fetches<T, C> fetches(p, next);
  const bfloat16* a = p.a;
  const bfloat16* b = p.b;
  const int64_t row_bytes = p.a_row * static_cast<int64_t>(sizeof(bfloat16));
  const int64_t a_tile = p.a_tile, a_step = p.a_step;
  for (int64_t i = 0; i < p.steps; ++i, a += a_step, b += kAmxStepOf<T>) {
    Products<T>::template Step<kRows2, kColumns2>(a, row_bytes, a_tile, b);
    if (rest.rows() > 0) rest.Finish(kRowsAStep<T>);
    fetches.Step();
    FetchLines(p.lines_a_step, p.lines);
    if (p.pairs != nullptr) PackAmxPairs(p.pairs_a_step, p.pairs);
  }
  rest.Finish(rest.rows());
  EndSums<kRows2, kColumns2>(p.to, p.to_row);
}

}  // namespace

template <typename T, typename C>
void MultiplyAmxPanels(const AmxPanels<T>& p, const AmxResult<C>& before,
                       const AmxResult<C>& next) {
  if (p.one_tile_of_rows) {
    return p.one_tile_of_columns ? Multiply<T, C, false, false>(p, before, next)
                                 : Multiply<T, C, false, true>(p, before, next);
  }
  return p.one_tile_of_columns ? Multiply<T, C, true, false>(p, before, next)
                               : Multiply<T, C, true, true>(p, before, next);
}

template <typename C>
void FinishAmxResult(const AmxResult<C>& result) {
  FinishAll(result);
}

#else

template <typename T, typename C>
void MultiplyAmxPanels(const AmxPanels<T>&, const AmxResult<C>&,
                       const AmxResult<C>&) {}
template <typename C>
void FinishAmxResult(const AmxResult<C>&) {}

#endif

template void MultiplyAmxPanels(const AmxPanels<float>&,
                                const AmxResult<float>&,
                                const AmxResult<float>&);
template void MultiplyAmxPanels(const AmxPanels<bfloat16>&,
                                const AmxResult<float>&,
                                const AmxResult<float>&);
template void MultiplyAmxPanels(const AmxPanels<bfloat16>&,
                                const AmxResult<bfloat16>&,
                                const AmxResult<bfloat16>&);
template void FinishAmxResult(const AmxResult<float>&);
template void FinishAmxResult(const AmxResult<bfloat16>&);

}  // namespace paddle::operators::kernels

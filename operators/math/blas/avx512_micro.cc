#include "paddle/operators/math/blas/avx512_micro.h"

#ifdef __x86_64__
// gcc 12 warns of the registers that its header leaves undefined on purpose.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <array>
#include <utility>
#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

// Only functions of this file may have the attribute: an inline function of a
// header that is compiled with it could replace the one of other files.
#define PADDLE_AVX512 __attribute__((target("avx512f,avx512dq")))
#define PADDLE_INLINE PADDLE_AVX512 inline __attribute__((always_inline))

namespace {

template <int kRows, int kRegisters>
PADDLE_INLINE void Store(const Avx512Micro& t,
                         const __m512 (&sums)[kRows][kRegisters]) {
  const __m512 alpha = _mm512_set1_ps(t.alpha);
  if (t.beta == 0) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
      for (int j = 0; j < kRegisters; ++j) {
        float* c = t.c + i * t.c_step + j * kAvx512Width;
        const __m512 x = _mm512_mul_ps(alpha, sums[i][j]);
        if (j + 1 < kRegisters)
          _mm512_storeu_ps(c, x);
        else
          _mm512_mask_storeu_ps(c, t.lanes, x);
      }
    }
    return;
  }
  const __m512 beta = _mm512_set1_ps(t.beta);
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j) {
      float* c = t.c + i * t.c_step + j * kAvx512Width;
      const __mmask16 lanes = j + 1 < kRegisters ? __mmask16{0xffff} : t.lanes;
      const __m512 old = _mm512_mul_ps(beta, _mm512_maskz_loadu_ps(lanes, c));
      _mm512_mask_storeu_ps(c, lanes, _mm512_fmadd_ps(alpha, sums[i][j], old));
    }
  }
}

// Products that are added up between one look ahead and the next.
constexpr int64_t kGroup = 8;
// Groups from the one in which the last row of c is fetched to the end.
constexpr int64_t kLeadOfFetch = 4;

// kLevel: of the nearest cache that is to hold the row: 3 is the first.
template <int kRegisters, int kLevel>
PADDLE_INLINE void Fetch(const float* row, int64_t panel) {
#pragma GCC unroll 16
  for (int j = 0; j < kRegisters; ++j) {
    __builtin_prefetch(row + j / 2 * panel + j % 2 * kAvx512Width, 0, kLevel);
  }
  // Rows that are not aligned end in one line more.
  __builtin_prefetch(row + (kRegisters - 1) / 2 * panel +
                         (kRegisters - 1) % 2 * kAvx512Width + kAvx512Width - 1,
                     0, kLevel);
}

// kAdjacent: rows of a are. kMasked: the last register of b is not full.
// kPacks: b is written to where it is packed.
template <int kRows, int kRegisters, bool kAdjacent, bool kMasked, bool kPacks>
PADDLE_AVX512 void Multiply(const Avx512Micro& t) {
  __m512 sums[kRows][kRegisters];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j) sums[i][j] = _mm512_setzero_ps();
  }
  const float *a = t.a, *b = t.b, *c = t.c, *next = t.next;
  float* packed = t.packed;
  const int64_t a_step = t.a_step, b_step = t.b_step, b_panel = t.b_panel;
  const int64_t c_step = t.c_step, next_step = t.next_step;
  const __mmask16 lanes = t.lanes;
  // All rows of c at once would keep a and b waiting.
  int64_t wait = (t.depth - 1) / kGroup - kLeadOfFetch - kRows;
  for (int64_t p = t.depth; p > 0; p -= kGroup) {
    Fetch<kRegisters, 3>(c, 2 * kAvx512Width);
    c += wait < 0 && wait >= -kRows ? c_step : 0;
    --wait;
    for (int64_t i = t.next_rows; i > 0; --i, next += next_step) {
      Fetch<kRegisters, 2>(next, b_panel);
    }
    for (int64_t q = std::min(p, kGroup); q > 0; --q) {
      __m512 row[kRegisters];
#pragma GCC unroll 16
      for (int j = 0; j < kRegisters; ++j) {
        const float* from = b + j / 2 * b_panel + j % 2 * kAvx512Width;
        row[j] = kMasked && j + 1 == kRegisters
                     ? _mm512_maskz_loadu_ps(lanes, from)
                     : _mm512_loadu_ps(from);
        if (kPacks) _mm512_store_ps(packed + j * kAvx512Width, row[j]);
      }
      if (kPacks) packed += 2 * kAvx512Width;
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const __m512 x = _mm512_set1_ps(kAdjacent ? a[i] : a[i * a_step]);
#pragma GCC unroll 16
        for (int j = 0; j < kRegisters; ++j) {
          sums[i][j] = _mm512_fmadd_ps(x, row[j], sums[i][j]);
        }
      }
      a += kAdjacent ? a_step : 1;
      b += b_step;
    }
  }
  Store<kRows, kRegisters>(t, sums);
}

// The registers of columns that so many rows leave room for: the sums take at
// most 28 of 32.
constexpr int MostRegisters(int rows) {
  constexpr int kMost[] = {16, 12, 8, 6, 5, 4, 3, 3, 3};
  return rows <= 9 ? kMost[rows - 1] : 2;
}

template <int kRows, int kRegisters, bool kAdjacent>
constexpr void Add(Avx512Functions* functions) {
  if constexpr (kRegisters <= MostRegisters(kRows)) {
    functions->of[kRegisters] =
        Multiply<kRows, kRegisters, kAdjacent, false, false>;
  }
}

template <int kRows, bool kAdjacent>
constexpr Avx512Functions FunctionsOf() {
  Avx512Functions functions;
  Add<kRows, 1, kAdjacent>(&functions);
  Add<kRows, 2, kAdjacent>(&functions);
  Add<kRows, 4, kAdjacent>(&functions);
  Add<kRows, 8, kAdjacent>(&functions);
  Add<kRows, MostRegisters(kRows), kAdjacent>(&functions);
  functions.masked = Multiply<kRows, 1, kAdjacent, true, false>;
  functions.packs = Multiply<kRows, 2, kAdjacent, false, true>;
  return functions;
}

using Table = std::array<Avx512Functions, kAvx512Rows>;

template <bool kAdjacent, size_t... kRows>
constexpr Table MakeTable(std::index_sequence<kRows...>) {
  return {FunctionsOf<static_cast<int>(kRows) + 1, kAdjacent>()...};
}

constexpr auto kAllRows = std::make_index_sequence<kAvx512Rows>();
constexpr Table kTables[] = {MakeTable<false>(kAllRows),
                             MakeTable<true>(kAllRows)};

}  // namespace

const Avx512Functions& Avx512FunctionsOf(int64_t rows, bool adjacent) {
  return kTables[adjacent ? 1 : 0][rows - 1];
}

#else

const Avx512Functions& Avx512FunctionsOf(int64_t, bool) {
  PADDLE_THROW(Unimplemented, "a product by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

#include "paddle/operators/math/blas/avx512_micro.h"

#ifdef __x86_64__
#include <algorithm>
#include <array>
#include <utility>

#include "paddle/operators/math/loops/avx512.h"
#endif

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

namespace {

// Writes c where it is read, too, from sums in memory: a loop for all
// functions.
PADDLE_AVX512 void AddToC(const Avx512Micro& t, int rows, int registers,
                          const float* sums) {
  const __m512 alpha = _mm512_set1_ps(t.alpha);
  const __m512 beta = _mm512_set1_ps(t.beta);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < registers; ++j, sums += kAvx512Width) {
      float* const c = t.c + i * t.c_step + j * kAvx512Width;
      const __mmask16 lanes = j + 1 < registers ? __mmask16{0xffff} : t.lanes;
      const __m512 old = _mm512_mul_ps(beta, _mm512_maskz_loadu_ps(lanes, c));
      _mm512_mask_storeu_ps(c, lanes,
                            _mm512_fmadd_ps(alpha, _mm512_load_ps(sums), old));
    }
  }
}

// Writes sums of two registers with a bias, within bounds. These come first:
// the processor returns its second operand for NaN.
template <int kRows>
PADDLE_AVX512_INLINE void StoreFinished(const Avx512Micro& t,
                                        const __m512 (&sums)[kRows][2]) {
  const GemmFinish& f = *t.finish;
  const __mmask16 last = t.lanes;
  const __m512 low = _mm512_set1_ps(f.low), high = _mm512_set1_ps(f.high);
  __m512 left = _mm512_setzero_ps(), right = left;
  if (f.bias != nullptr) {
    left = _mm512_loadu_ps(f.bias);
    right = _mm512_maskz_loadu_ps(last, f.bias + kAvx512Width);
  }
  float* c = t.c;
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i, c += t.c_step) {
    const __m512 x = _mm512_add_ps(sums[i][0], left);
    const __m512 y = _mm512_add_ps(sums[i][1], right);
    _mm512_storeu_ps(c, _mm512_min_ps(high, _mm512_max_ps(low, x)));
    _mm512_mask_storeu_ps(c + kAvx512Width, last,
                          _mm512_min_ps(high, _mm512_max_ps(low, y)));
  }
}

template <int kRows, int kRegisters>
PADDLE_AVX512_INLINE void Store(const Avx512Micro& t,
                                const __m512 (&sums)[kRows][kRegisters]) {
  if constexpr (kRegisters == 2) {
    if (t.finish != nullptr) return StoreFinished<kRows>(t, sums);
  }
  if (t.beta != 0) {
    alignas(64) float copy[kRows * kRegisters * kAvx512Width];
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
      for (int j = 0; j < kRegisters; ++j) {
        _mm512_store_ps(copy + (i * kRegisters + j) * kAvx512Width, sums[i][j]);
      }
    }
    return AddToC(t, kRows, kRegisters, copy);
  }
  const __m512 alpha = _mm512_set1_ps(t.alpha);
  const __mmask16 last = t.lanes;
  float* c = t.c;
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i, c += t.c_step) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j) {
      const __m512 x = _mm512_mul_ps(alpha, sums[i][j]);
      if (j + 1 < kRegisters) {
        _mm512_storeu_ps(c + j * kAvx512Width, x);
      } else {
        _mm512_mask_storeu_ps(c + j * kAvx512Width, last, x);
      }
    }
  }
}

// Products that are added up between one look ahead and the next.
constexpr int64_t kGroup = 8;
// Groups from the one in which the last row of c is fetched to the end.
constexpr int64_t kLeadOfFetch = 4;

// kLevel: of the nearest cache that is to hold the row: 3 is the first.
template <int kRegisters, int kLevel>
PADDLE_AVX512_INLINE void Fetch(const float* row, int64_t panel) {
#pragma GCC unroll 16
  for (int j = 0; j < kRegisters; ++j) {
    __builtin_prefetch(row + j / 2 * panel + j % 2 * kAvx512Width, 0, kLevel);
  }
  // Rows that are not aligned end in one line more.
  __builtin_prefetch(row + (kRegisters - 1) / 2 * panel +
                         (kRegisters - 1) % 2 * kAvx512Width + kAvx512Width - 1,
                     0, kLevel);
}

// kAdjacent: rows of a are. A single register of b is read under its mask; two
// are packed if asked.
template <int kRows, int kRegisters, bool kAdjacent>
PADDLE_AVX512 void Multiply(const Avx512Micro& t) {
  __m512 sums[kRows][kRegisters];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j) sums[i][j] = _mm512_setzero_ps();
  }
  const float *a = t.a, *b = t.b, *c = t.c, *next = t.next;
  float* packed = t.packed;
  const int64_t a_row = t.a_row, a_step = t.a_step, b_step = t.b_step,
                b_panel = t.b_panel;
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
        row[j] = kRegisters == 1 ? _mm512_maskz_loadu_ps(lanes, from)
                                 : _mm512_loadu_ps(from);
        if (kRegisters == 2 && packed != nullptr) {
          _mm512_store_ps(packed + j * kAvx512Width, row[j]);
        }
      }
      if (kRegisters == 2 && packed != nullptr) packed += 2 * kAvx512Width;
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const __m512 x = _mm512_set1_ps(a[kAdjacent ? i : i * a_row]);
#pragma GCC unroll 16
        for (int j = 0; j < kRegisters; ++j) {
          sums[i][j] = _mm512_fmadd_ps(x, row[j], sums[i][j]);
        }
      }
      a += a_step;
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

template <int kRows, int kRegisters>
constexpr void Add(Avx512Functions* functions) {
  if constexpr (kRegisters <= MostRegisters(kRows)) {
    functions->of[kRegisters] = Multiply<kRows, kRegisters, false>;
  }
}

template <int kRows>
constexpr Avx512Functions FunctionsOf() {
  Avx512Functions functions;
  Add<kRows, 1>(&functions);
  Add<kRows, 2>(&functions);
  Add<kRows, 4>(&functions);
  Add<kRows, 8>(&functions);
  Add<kRows, MostRegisters(kRows)>(&functions);
  functions.adjacent[1] = Multiply<kRows, 1, true>;
  // The addresses of few rows cost no time.
  constexpr bool kMany = 2 * kRows > kAvx512Rows;
  functions.adjacent[2] = Multiply<kRows, 2, kMany>;
  return functions;
}

using Table = std::array<Avx512Functions, kAvx512Rows>;

template <size_t... kRows>
constexpr Table MakeTable(std::index_sequence<kRows...>) {
  return {FunctionsOf<static_cast<int>(kRows) + 1>()...};
}

constexpr Table kTable = MakeTable(std::make_index_sequence<kAvx512Rows>());

}  // namespace

const Avx512Functions& Avx512FunctionsOf(int64_t rows) {
  return kTable[rows - 1];
}

#else

const Avx512Functions& Avx512FunctionsOf(int64_t) {
  PADDLE_THROW(Unimplemented, "a product by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

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

// Functions of so many registers pack b and finish c.
constexpr bool IsWhole(int registers) {
  return registers == 2 || registers == 4;
}

// Writes c where it is read, too, from sums in memory: a loop for all
// functions.
PADDLE_AVX512 void AddToC(const Avx512Micro& t, int rows, int registers,
                          const float* sums, float* c) {
  const __m512 alpha = _mm512_set1_ps(t.alpha);
  const __m512 beta = _mm512_set1_ps(t.beta);
  for (int i = 0; i < rows; ++i, c += t.c_step) {
    for (int j = 0; j < registers; ++j, sums += kAvx512Width) {
      float* const at = c + j * kAvx512Width;
      const __mmask16 lanes = j + 1 < registers ? __mmask16{0xffff} : t.lanes;
      const __m512 old = _mm512_mul_ps(beta, _mm512_maskz_loadu_ps(lanes, at));
      _mm512_mask_storeu_ps(at, lanes,
                            _mm512_fmadd_ps(alpha, _mm512_load_ps(sums), old));
    }
  }
}

// Writes sums row by row, or reads them.
template <int kRows, int kRegisters>
PADDLE_AVX512_INLINE void Keep(const __m512 (&sums)[kRows][kRegisters],
                               float* to) {
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j, to += kAvx512Width) {
      _mm512_store_ps(to, sums[i][j]);
    }
  }
}
template <int kRows, int kRegisters>
PADDLE_AVX512_INLINE void Continue(const Avx512Micro& t, int64_t panel,
                                   __m512 (&sums)[kRows][kRegisters]) {
  const float* from = t.sums + panel * kRows * kRegisters * kAvx512Width;
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j, from += kAvx512Width) {
      sums[i][j] = _mm512_load_ps(from);
    }
  }
}

// Writes sums with a bias, within bounds.
template <int kRows, int kRegisters>
PADDLE_AVX512_INLINE void StoreFinished(const Avx512Micro& t,
                                        const __m512 (&sums)[kRows][kRegisters],
                                        float* c) {
  const GemmFinish& f = *t.finish;
  const __m512 low = _mm512_set1_ps(f.low), high = _mm512_set1_ps(f.high);
#pragma GCC unroll 16
  for (int j = 0; j < kRegisters; ++j) {
    const __mmask16 lanes = j + 1 < kRegisters ? __mmask16{0xffff} : t.lanes;
    const __m512 bias =
        f.bias == nullptr
            ? _mm512_setzero_ps()
            : _mm512_maskz_loadu_ps(lanes, f.bias + j * kAvx512Width);
    float* to = c + j * kAvx512Width;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i, to += t.c_step) {
      const __m512 x = _mm512_add_ps(sums[i][j], bias);
      _mm512_mask_storeu_ps(to, lanes, Bounded(low, high, x));
    }
  }
}

template <int kRows, int kRegisters>
PADDLE_AVX512_INLINE void Store(const Avx512Micro& t, int64_t panel,
                                const __m512 (&sums)[kRows][kRegisters]) {
  if constexpr (kRegisters == 4) {
    if (!t.ends) {
      const int64_t kept = panel * kRows * kRegisters * kAvx512Width;
      return Keep<kRows, kRegisters>(sums, t.sums + kept);
    }
  }
  float* c = t.c + panel * kRows * t.c_step;
  if constexpr (IsWhole(kRegisters)) {
    if (t.finish != nullptr) {
      return StoreFinished<kRows, kRegisters>(t, sums, c);
    }
  }
  if (t.beta != 0) {
    alignas(64) float copy[kRows * kRegisters * kAvx512Width];
    Keep<kRows, kRegisters>(sums, copy);
    return AddToC(t, kRows, kRegisters, copy, c);
  }
  const __m512 alpha = _mm512_set1_ps(t.alpha);
  const __mmask16 last = t.lanes;
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

// The steps from one element of a and b to others.
struct Steps {
  int64_t a_row, a_step, b_step, b_panel;
  __mmask16 lanes;
};

// Adds products to sums. kAdjacent: rows of a are. A single register of b is
// read under its mask. kPacks: b is written to `packed`, too. The steps are a
// copy, which stays in registers.
template <int kRows, int kRegisters, bool kAdjacent, bool kPacks>
PADDLE_AVX512_INLINE void AddProducts(const Steps steps, int64_t products,
                                      const float*& a, const float*& b,
                                      float*& packed,
                                      __m512 (&sums)[kRows][kRegisters]) {
  for (; products > 0; --products) {
    __m512 row[kRegisters];
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j) {
      const float* from = b + j / 2 * steps.b_panel + j % 2 * kAvx512Width;
      row[j] = kRegisters == 1 ? _mm512_maskz_loadu_ps(steps.lanes, from)
                               : _mm512_loadu_ps(from);
      if constexpr (kPacks) _mm512_store_ps(packed + j * kAvx512Width, row[j]);
    }
    if constexpr (kPacks) packed += kRegisters * kAvx512Width;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const __m512 x = _mm512_set1_ps(a[kAdjacent ? i : i * steps.a_row]);
#pragma GCC unroll 16
      for (int j = 0; j < kRegisters; ++j) {
        sums[i][j] = _mm512_fmadd_ps(x, row[j], sums[i][j]);
      }
    }
    a += steps.a_step;
    b += steps.b_step;
  }
}

template <int kRows, int kRegisters, bool kAdjacent>
PADDLE_AVX512_INLINE void MultiplyPanel(const Avx512Micro& t, const Steps steps,
                                        int64_t panel) {
  __m512 sums[kRows][kRegisters];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < kRegisters; ++j) sums[i][j] = _mm512_setzero_ps();
  }
  if constexpr (kRegisters == 4) {
    if (!t.begins) Continue<kRows, kRegisters>(t, panel, sums);
  }
  const float *a = t.a + panel * t.a_panel, *b = t.b;
  const int64_t c_step = t.c_step, next_step = t.next_step;
  const float* c = t.c + panel * kRows * c_step;
  const float* next = t.next + panel * t.next_panel;
  const int64_t next_rows = panel < t.next_panels ? t.next_rows : 0;
  float* packed = t.packed;
  // All rows of c at once would keep a and b waiting. After few products there
  // is no time for them.
  int64_t wait = (t.depth - 1) / kGroup - kLeadOfFetch - kRows;
  if (wait < 0 || !t.ends) wait = t.depth;
  for (int64_t p = t.depth; p > 0; p -= kGroup) {
    if (--wait < 0 && wait >= -kRows) {
      Fetch<kRegisters, 3>(c, 2 * kAvx512Width);
      c += c_step;
    }
    for (int64_t i = next_rows; i > 0; --i, next += next_step) {
      Fetch<kRegisters, 2>(next, steps.b_panel);
    }
    const int64_t products = std::min(p, kGroup);
    if (IsWhole(kRegisters) && packed != nullptr) {
      AddProducts<kRows, kRegisters, kAdjacent, true>(steps, products, a, b,
                                                      packed, sums);
    } else {
      AddProducts<kRows, kRegisters, kAdjacent, false>(steps, products, a, b,
                                                       packed, sums);
    }
  }
  Store<kRows, kRegisters>(t, panel, sums);
}

template <int kRows, int kRegisters, bool kAdjacent>
PADDLE_AVX512 void Multiply(const Avx512Micro& t) {
  const Steps steps = {t.a_row, t.a_step, t.b_step, t.b_panel, t.lanes};
  for (int64_t panel = 0; panel < t.panels; ++panel) {
    MultiplyPanel<kRows, kRegisters, kAdjacent>(t, steps, panel);
  }
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

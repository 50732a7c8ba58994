#include "paddle/operators/math/blas/avx512_gemm.h"

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
#include <cstdlib>
#include <string_view>
#include <utility>
#endif

#include "paddle/platform/cpu_info.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

namespace {

using Input = GemmOperand<const float>;

constexpr int64_t kWidth = 16;  // floats in a register

#define PADDLE_AVX512 __attribute__((target("avx512f,avx512dq")))
#define PADDLE_INLINE PADDLE_AVX512 inline __attribute__((always_inline))

PADDLE_INLINE __mmask16 LanesOf(int64_t size) {
  return size >= kWidth ? __mmask16{0xffff}
                        : static_cast<__mmask16>((1u << size) - 1);
}

// ---- micro kernels

struct Micro {
  int64_t depth;
  const float* a;
  int64_t a_step;
  const float* b;
  int64_t b_step;   // from one k to the next
  int64_t b_panel;  // from 32 columns to the next 32
  __mmask16 lanes;  // of the last register
  float alpha;
  float beta;
  float* c;
  int64_t c_step;
  float* packed;      // where b is written to, too, if kPacks
  const float* next;  // rows that are read later
  int64_t next_step;  // from one of them to the next,
  int64_t next_mask;  // to which it goes when these bits of k are 0
};

template <int kRows, int kRegisters>
PADDLE_INLINE void Store(const Micro& t,
                         const __m512 (&sums)[kRows][kRegisters]) {
  const __m512 alpha = _mm512_set1_ps(t.alpha);
  if (t.beta == 0) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
      for (int j = 0; j < kRegisters; ++j) {
        float* c = t.c + i * t.c_step + j * kWidth;
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
#pragma GCC unroll 8
    for (int j = 0; j < kRegisters; ++j) {
      float* c = t.c + i * t.c_step + j * kWidth;
      const __mmask16 lanes = j + 1 < kRegisters ? __mmask16{0xffff} : t.lanes;
      const __m512 old = _mm512_mul_ps(beta, _mm512_maskz_loadu_ps(lanes, c));
      _mm512_mask_storeu_ps(c, lanes, _mm512_fmadd_ps(alpha, sums[i][j], old));
    }
  }
}

// A row of c is fetched each so many steps, from some steps before the end on:
// all at once they would keep a and b waiting.
constexpr int kFetchEach = 8;
constexpr int kLeadOfFetch = 4 * kFetchEach;

template <int kRegisters>
PADDLE_INLINE void FetchRow(const float* row, int64_t panel) {
#pragma GCC unroll 8
  for (int j = 0; j < kRegisters; ++j) {
    __builtin_prefetch(row + j / 2 * panel + j % 2 * kWidth);
  }
  __builtin_prefetch(row + (kRegisters - 1) / 2 * panel +
                     (kRegisters - 1) % 2 * kWidth + kWidth - 1);
}

template <int kRegisters>
PADDLE_INLINE void FetchLater(const float* row, int64_t panel) {
#pragma GCC unroll 8
  for (int j = 0; j < kRegisters; ++j) {
    __builtin_prefetch(row + j / 2 * panel + j % 2 * kWidth, 0, 2);
  }
  __builtin_prefetch(row + (kRegisters - 1) / 2 * panel +
                         (kRegisters - 1) % 2 * kWidth + kWidth - 1,
                     0, 2);
}

// kAdjacent: rows of a are. kMasked: the last register of b is not full.
// kPacks: b is written to where it is packed.
template <int kRows, int kRegisters, bool kAdjacent, bool kMasked, bool kPacks>
PADDLE_AVX512 void Multiply(const Micro& t) {
  __m512 sums[kRows][kRegisters];
#pragma GCC unroll 16
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
    for (int j = 0; j < kRegisters; ++j) sums[i][j] = _mm512_setzero_ps();
  }
  const float *a = t.a, *b = t.b, *c = t.c, *next = t.next;
  float* packed = t.packed;
  const int64_t a_step = t.a_step, b_step = t.b_step, b_panel = t.b_panel;
  const int64_t c_step = t.c_step;
  const int64_t next_step = t.next_step, next_mask = t.next_mask;
  const __mmask16 lanes = t.lanes;
  for (int64_t p = t.depth; p > 0; --p) {
    FetchRow<kRegisters>(c, 2 * kWidth);
    c += p % kFetchEach == 0 && p > kLeadOfFetch &&
                 p <= kLeadOfFetch + kFetchEach * kRows
             ? c_step
             : 0;
    FetchLater<kRegisters>(next, b_panel);
    next += (p & next_mask) == 0 ? next_step : 0;
    __m512 row[kRegisters];
#pragma GCC unroll 8
    for (int j = 0; j < kRegisters; ++j) {
      const float* from = b + j / 2 * b_panel + j % 2 * kWidth;
      row[j] = kMasked && j + 1 == kRegisters
                   ? _mm512_maskz_loadu_ps(lanes, from)
                   : _mm512_loadu_ps(from);
      if (kPacks) _mm512_store_ps(packed + j * kWidth, row[j]);
    }
    if (kPacks) packed += 2 * kWidth;
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
      const __m512 x = _mm512_set1_ps(kAdjacent ? a[i] : a[i * a_step]);
#pragma GCC unroll 8
      for (int j = 0; j < kRegisters; ++j) {
        sums[i][j] = _mm512_fmadd_ps(x, row[j], sums[i][j]);
      }
    }
    a += kAdjacent ? a_step : 1;
    b += b_step;
  }
  Store<kRows, kRegisters>(t, sums);
}

using Function = void (*)(const Micro&);

// The registers of columns that so many rows leave room for: the sums take at
// most 28 of 32.
constexpr int MostRegisters(int rows) {
  return rows <= 3 ? 8 : rows == 4 ? 6 : rows <= 6 ? 4 : 2;
}

// Functions by the number of registers: 1, 2, 4, 6, 8, and 1 with a mask; 2
// that pack.
struct Functions {
  Function of[5] = {};
  Function masked = nullptr;
  Function packs = nullptr;
};

template <int kRows, int kRegisters, bool kAdjacent>
constexpr Function FunctionOf() {
  if constexpr (kRegisters <= MostRegisters(kRows)) {
    return Multiply<kRows, kRegisters, kAdjacent, false, false>;
  } else {
    return nullptr;
  }
}

template <int kRows, bool kAdjacent>
constexpr Functions FunctionsOf() {
  return {{FunctionOf<kRows, 1, kAdjacent>(), FunctionOf<kRows, 2, kAdjacent>(),
           FunctionOf<kRows, 4, kAdjacent>(), FunctionOf<kRows, 6, kAdjacent>(),
           FunctionOf<kRows, 8, kAdjacent>()},
          Multiply<kRows, 1, kAdjacent, true, false>,
          Multiply<kRows, 2, kAdjacent, false, true>};
}

using Table = std::array<Functions, Avx512Gemm::kPanelRows>;

template <bool kAdjacent, size_t... kRows>
constexpr Table MakeTable(std::index_sequence<kRows...>) {
  return {FunctionsOf<static_cast<int>(kRows) + 1, kAdjacent>()...};
}

constexpr auto kAllRows = std::make_index_sequence<Avx512Gemm::kPanelRows>();
// Where rows of a are apart, and where they are adjacent.
constexpr Table kTables[] = {MakeTable<false>(kAllRows),
                             MakeTable<true>(kAllRows)};

// ---- packing

// Transposes 16 rows of at most 16 floats: element j of rows[i] becomes element
// i of to + j * step.
PADDLE_INLINE void TransposeQuad(const float* const (&rows)[16], int64_t at,
                                 __m512 (&out)[4]) {
  __m512 x[4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    __m512 y = _mm512_castps128_ps512(_mm_loadu_ps(rows[i] + at));
    y = _mm512_insertf32x4(y, _mm_loadu_ps(rows[4 + i] + at), 1);
    y = _mm512_insertf32x4(y, _mm_loadu_ps(rows[8 + i] + at), 2);
    x[i] = _mm512_insertf32x4(y, _mm_loadu_ps(rows[12 + i] + at), 3);
  }
  const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(x[0], x[1]));
  const __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(x[0], x[1]));
  const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(x[2], x[3]));
  const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(x[2], x[3]));
  out[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
  out[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
  out[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
  out[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
}

// Writes `count` <= 16 rows, whose elements are adjacent, as columns: element j
// of row i to to[j * step + i]. Columns are filled up to `width`.
PADDLE_AVX512 void PackTransposed(int64_t count, int64_t depth,
                                  const float* from, int64_t stride, float* to,
                                  int64_t width, int64_t step) {
  const float* rows[16];
  for (int64_t i = 0; i < 16; ++i) {
    rows[i] = from + std::min(i, count - 1) * stride;
  }
  const __mmask16 lanes = LanesOf(width);
  int64_t p = 0;
  for (; p + 4 <= depth; p += 4, to += 4 * step) {
    if (p % kWidth == 0) {
      for (int64_t i = 0; i < count; ++i) {
        __builtin_prefetch(rows[i] + count * stride + p);
      }
    }
    __m512 out[4];
    TransposeQuad(rows, p, out);
    _mm512_mask_storeu_ps(to, lanes, out[0]);
    _mm512_mask_storeu_ps(to + step, lanes, out[1]);
    _mm512_mask_storeu_ps(to + 2 * step, lanes, out[2]);
    _mm512_mask_storeu_ps(to + 3 * step, lanes, out[3]);
  }
  for (; p < depth; ++p, to += step) {
    for (int64_t i = 0; i < width; ++i) to[i] = rows[i][p];
  }
}

// Copies `count` <= 16 columns of adjacent floats.
PADDLE_AVX512 void PackAdjacent(int64_t count, int64_t depth, const float* from,
                                int64_t stride, float* to, int64_t width,
                                int64_t step) {
  const __mmask16 lanes = LanesOf(count), stored = LanesOf(width);
  for (int64_t p = 0; p < depth; ++p) {
    _mm512_mask_storeu_ps(to + p * step, stored,
                          _mm512_maskz_loadu_ps(lanes, from + p * stride));
  }
}

// Packs whole panels of columns, some rows of all of them at a time: memory is
// read in order.
PADDLE_AVX512 void PackPanels(int64_t panels, int64_t depth, const float* from,
                              int64_t stride, float* to) {
  constexpr int64_t kRows = 8;
  constexpr int64_t kColumns = Avx512Gemm::kPanelColumns;
  for (int64_t p = 0; p < depth; p += kRows) {
    const int64_t rows = std::min(kRows, depth - p);
    for (int64_t j = 0; j < panels; ++j) {
      const float* x = from + p * stride + j * kColumns;
      float* y = to + (j * depth + p) * kColumns;
      for (int64_t i = 0; i < rows; ++i, x += stride, y += kColumns) {
        const __m512 left = _mm512_loadu_ps(x);
        const __m512 right = _mm512_loadu_ps(x + kWidth);
        _mm512_storeu_ps(y, left);
        _mm512_storeu_ps(y + kWidth, right);
      }
    }
  }
}

// Packs up to 16 rows of a matrix, or columns of its transpose.
void PackSome(int64_t count, int64_t depth, const Input& a, float* to,
              int64_t width, int64_t step) {
  if (a.row_step == 1) {
    PackAdjacent(count, depth, a.data, a.column_step, to, width, step);
  } else {
    PackTransposed(count, depth, a.data, a.row_step, to, width, step);
  }
}

// ---- tiles

// The panels of rows: as equal as possible.
struct Panels {
  explicit Panels(int64_t rows)
      : count((rows - 1) / Avx512Gemm::kPanelRows + 1),
        least(rows / count),
        larger(rows - least * count) {}
  int64_t begin(int64_t i) const { return i * least + std::min(i, larger); }
  int64_t size(int64_t i) const { return least + (i < larger ? 1 : 0); }

  int64_t count;
  int64_t least;   // rows of a panel
  int64_t larger;  // panels with one more, which are the first
};

// Adds raw sums, row by row, to a c whose columns are adjacent.
void AddTransposed(int64_t rows, int64_t columns, const float* sums,
                   int64_t stride, float alpha, float beta,
                   const GemmOperand<float>& c) {
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      float* const to = c.At(i, j).data;
      const float x = sums[i * stride + j];
      *to = beta == 0 ? alpha * x : __builtin_fmaf(alpha, x, beta * *to);
    }
  }
}

using Tile = GemmTile<Avx512Gemm>;

// Multiplies a panel of rows by some registers of columns, for a c whose rows
// are adjacent.
PADDLE_AVX512 void RunTransposed(Function function, int64_t rows,
                                 int64_t columns, const GemmOperand<float>& c,
                                 Micro micro) {
  alignas(64) float sums[28 * kWidth];
  const float alpha = micro.alpha, beta = micro.beta;
  micro.c = sums;
  micro.c_step = (columns + kWidth - 1) / kWidth * kWidth;
  micro.alpha = 1;
  micro.beta = 0;
  function(micro);
  AddTransposed(rows, columns, sums, micro.c_step, alpha, beta, c);
}

// True unless the variable names instructions before those of AVX-512.
bool IsAllowed(const char* variable) {
  const char* const text = std::getenv(variable);
  const std::string_view isa = text == nullptr ? "" : text;
  return isa != "SSE41" && isa != "AVX" && isa != "AVX2" && isa != "AVX2_VNNI";
}

constexpr int64_t kMostDepth = 512;
// So few rows or columns are not worth packing the other operand.
constexpr int64_t kFew = 64;

// True if rows so far apart displace each other from caches, where a place
// serves addresses that are a multiple of 4 KiB apart.
bool SharesSets(int64_t stride) { return stride % 1024 == 0; }

// Rows of b from the one that is read to the one that is fetched.
constexpr int64_t kRowsAhead = 16;
constexpr int kIndexOf[] = {0, 0, 1, 1, 2, 2, 3, 3, 4};

}  // namespace

// Sums are cut into equal parts: the fewer there are, the less often c is read.
int64_t Avx512Gemm::DepthOf(int64_t k) {
  return (k - 1) / ((k - 1) / kMostDepth + 1) + 1;
}

int64_t Avx512Gemm::RowsSize(int64_t rows, int64_t depth) {
  return (rows * depth + kWidth - 1) / kWidth * kWidth;
}

int64_t Avx512Gemm::ColumnsSize(int64_t columns, int64_t depth) {
  return (columns + kPanelColumns - 1) / kPanelColumns * kPanelColumns * depth;
}

bool Avx512Gemm::ReadsRows(int64_t, int64_t n, const Input& a) {
  return n <= kFew || !SharesSets(std::max(a.row_step, a.column_step));
}

bool Avx512Gemm::ReadsColumns(int64_t m, int64_t, const Input& b) {
  return b.column_step == 1 && (m <= kFew || !SharesSets(b.row_step));
}

void Avx512Gemm::PackRows(int64_t rows, int64_t depth, const Input& a,
                          float* to) {
  const Panels panels(rows);
  for (int64_t i = 0; i < panels.count; ++i) {
    const int64_t begin = panels.begin(i), size = panels.size(i);
    PackSome(size, depth, a.At(begin, 0), to + begin * depth, size, size);
  }
}

void Avx512Gemm::PackColumns(int64_t columns, int64_t depth, const Input& b,
                             float* to) {
  int64_t j = 0;
  if (b.column_step == 1) {
    const int64_t panels = columns / kPanelColumns;
    PackPanels(panels, depth, b.data, b.row_step, to);
    j = panels * kPanelColumns;
  }
  for (; j < columns; j += kWidth) {
    PackSome(std::min(kWidth, columns - j), depth, b.At(0, j).Transposed(),
             to + j / kPanelColumns * kPanelColumns * depth + j % kPanelColumns,
             kWidth, kPanelColumns);
  }
}

PADDLE_AVX512 void Avx512Gemm::Multiply(const Tile& tile) {
  alignas(64) float panel[kMostDepth * kPanelColumns];
  const bool packed_a = tile.packed_a != nullptr;
  const bool packed_b = tile.packed_b != nullptr;
  const bool transposed = tile.c.column_step != 1;
  const Table& table = kTables[packed_a || tile.a.row_step == 1 ? 1 : 0];
  const Panels panels(tile.rows);
  const int64_t most = MostRegisters(panels.size(0)) * kWidth;
  const int64_t b_step = packed_b ? kPanelColumns : tile.b.row_step;
  Micro micro;
  micro.depth = tile.depth;
  micro.alpha = tile.alpha;
  micro.beta = tile.beta;
  micro.c_step = tile.c.row_step;
  micro.packed = panel;
  for (int64_t j = 0, columns = 0; j < tile.columns; j += columns) {
    columns = std::min(most, tile.columns - j);
    // What is read where it lies is not filled up to a register.
    if (!packed_b && columns > kWidth) columns -= columns % kWidth;
    int64_t registers = (columns + kWidth - 1) / kWidth;
    if (registers > 1 && registers % 2 == 1) {
      --registers;
      columns = registers * kWidth;
    }
    const bool masked = !packed_b && columns < kWidth;
    const bool packs =
        !packed_b && columns == kPanelColumns && panels.count > 1;
    micro.b = packed_b ? tile.packed_b + j * tile.depth : tile.b.data + j;
    micro.b_step = b_step;
    micro.b_panel = packed_b ? kPanelColumns * tile.depth : kPanelColumns;
    const int64_t ahead = packed_b ? kPanelColumns * tile.depth : columns;
    const int64_t each = panels.count < 2 ? 1 : panels.count < 8 ? 4 : 8;
    const float* const next = micro.b + ahead;
    const bool has_next = j + columns < tile.columns;
    micro.next_mask = each - 1;
    micro.lanes = LanesOf(columns - (registers - 1) * kWidth);
    for (int64_t i = 0; i < panels.count; ++i) {
      const int64_t begin = panels.begin(i), size = panels.size(i);
      micro.a = packed_a ? tile.packed_a + begin * tile.depth
                         : tile.a.At(begin, 0).data;
      micro.a_step = packed_a               ? size
                     : tile.a.row_step == 1 ? tile.a.column_step
                                            : tile.a.row_step;
      if (each == 1) {
        micro.next = micro.b + kRowsAhead * b_step;
        micro.next_step = b_step;
      } else if (i < each && has_next) {
        micro.next = next + i * tile.depth / each * b_step;
        micro.next_step = b_step;
      } else {
        micro.next = micro.b;
        micro.next_step = 0;
      }
      if (packs && i == 1) {
        micro.b = panel;
        micro.b_step = kPanelColumns;
      }
      const Functions& functions = table[size - 1];
      const Function function = masked ? functions.masked
                                : packs && i == 0
                                    ? functions.packs
                                    : functions.of[kIndexOf[registers]];
      if (transposed) {
        RunTransposed(function, size, columns, tile.c.At(begin, j), micro);
      } else {
        // Not copied: a copy would wait for all that was stored before.
        micro.c = tile.c.data + begin * tile.c.row_step + j;
        function(micro);
      }
    }
  }
}

bool HasAvx512Gemm() {
  static const bool has = platform::CPULevel() >= 4 &&
                          IsAllowed("DNNL_MAX_CPU_ISA") &&
                          IsAllowed("ONEDNN_MAX_CPU_ISA");
  return has;
}

#else

bool HasAvx512Gemm() { return false; }
int64_t Avx512Gemm::DepthOf(int64_t k) { return k; }
int64_t Avx512Gemm::RowsSize(int64_t, int64_t) { return 0; }
int64_t Avx512Gemm::ColumnsSize(int64_t, int64_t) { return 0; }
bool Avx512Gemm::ReadsRows(int64_t, int64_t, const GemmOperand<const float>&) {
  return true;
}
bool Avx512Gemm::ReadsColumns(int64_t, int64_t,
                              const GemmOperand<const float>&) {
  return true;
}
void Avx512Gemm::PackRows(int64_t, int64_t, const GemmOperand<const float>&,
                          float*) {}
void Avx512Gemm::PackColumns(int64_t, int64_t, const GemmOperand<const float>&,
                             float*) {}
void Avx512Gemm::Multiply(const GemmTile<Avx512Gemm>&) {
  PADDLE_THROW(Unimplemented, "a product by AVX-512 on another machine");
}

#endif

}  // namespace paddle::operators::kernels

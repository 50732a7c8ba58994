// Functions that multiply panels of floats, with all sums in registers of
// AVX-512.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm_tile.h"

namespace paddle::operators::kernels {

// Floats in a register.
inline constexpr int64_t kAvx512Width = 16;
// The most rows of a panel.
inline constexpr int kAvx512Rows = 14;

// The arguments of a function, which fix neither rows nor registers of columns.
struct Avx512Micro {
  int64_t depth;   // products of each sum
  int64_t panels;  // of rows, one below the other
  const float* a;
  int64_t a_panel;  // from one panel to the next
  int64_t a_row;    // from one row to the next
  int64_t a_step;   // from one column to the next
  const float* b;
  int64_t b_step;   // from one row to the next
  int64_t b_panel;  // from two registers of a row to the next two
  uint16_t lanes;   // columns of the last register, as bits
  float alpha;
  float beta;  // 0: c is not read
  float* c;
  int64_t c_step;  // from one row to the next
  // Functions of 2 and 4 registers write b here, too, the registers of each row
  // behind one another; null: nowhere.
  float* packed = nullptr;
  // Finishes c, without addends; null: nothing does. Functions of 2 and 4
  // registers heed it, and alpha is 1 then, and beta 0.
  const GemmFinish* finish = nullptr;
  // Functions of 4 registers keep sums here, row by row, from some products to
  // the next.
  float* sums = nullptr;
  bool begins = true;  // with 0, not with the sums that are kept
  bool ends = true;    // in c; otherwise the sums are kept
  // Rows of b that are fetched: they will be read later.
  const float* next;
  int64_t next_step;    // from one to the next
  int64_t next_rows;    // so many for each 8 products
  int64_t next_panels;  // so many panels, the first, fetch some
  int64_t next_panel;   // from those of one panel to those of the next
};

using Avx512Function = void (*)(const Avx512Micro& micro);

// The functions for a number of rows.
struct Avx512Functions {
  // By the number of registers; null: there is none. There always is one for 1,
  // whose lanes are read under their mask: nothing behind them is; and for 2.
  Avx512Function of[17] = {};
  // For 1 and 2, faster, for an a whose rows are adjacent.
  Avx512Function adjacent[3] = {};
};

// Returns the functions for panels of 1 to kAvx512Rows rows of a. Each computes
// c = alpha * a * b + beta * c, every sum as a chain of fused multiply-adds
// from 0 on, on processors with AVX-512 (HasAvx512Gemm).
const Avx512Functions& Avx512FunctionsOf(int64_t rows);

}  // namespace paddle::operators::kernels

// Multiplies blocks of bfloat16 or float matrices with AMX, for GemmBlocks.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/amx_pack.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// The kernel of GemmBlocks (gemm_blocks.h has the contracts) on processors that
// have AMX (HasAmxProducts of amx_tiles.h). Products are added up in float, in
// an order that depends on k alone, and rounded once if C is bfloat16. As the
// processor does, subnormal factors and sums count as 0. T and C: bfloat16 and
// either, or float.
//
// A float is multiplied as three bfloat16 numbers (amx_kernel.h), so that a
// product is as exact as one of floats. As the last of them may be subnormal,
// floats below 2^-102 count with an error of up to 2^-126. What infinite and
// NaN elements, and those that would round to infinity, are multiplied by is
// computed one by one.
// Source: G. Henry, P. Tang and A. Heinecke, Leveraging the bfloat16 Artificial
// Intelligence Datatype for Higher-Precision Computations, ARITH 2019
// (DOI 10.1109/ARITH.2019.00019).
template <typename T, typename C>
struct AmxGemm {
  using Element = T;
  using Packed = platform::bfloat16;
  using Result = C;

  static constexpr int64_t kPanelColumns = kAmxPanel;
  static constexpr int64_t kTileRows = 8 * kAmxPanel;
  static constexpr int64_t kTileColumns = 64 * kAmxPanel;
  static constexpr double kTileWork = 2e7 / kAmxTerms<T>;
  // Terms take long to pack, and each tile packs its own.
  static constexpr double kTilesEach = kAmxTerms<T> == 1 ? 4 : 1;
  static constexpr double kReadA = kAmxTerms<T> == 1 ? 16 : 64;
  static constexpr double kReadB = kAmxTerms<T> == 1 ? 6 : 64;

  // A sum is rounded when it is complete.
  static int64_t DepthOf(int64_t k) { return k; }
  static int64_t RowsSize(int64_t rows, int64_t depth) {
    return AmxSteps(rows) * AmxSteps(depth) * kAmxStepOf<T>;
  }
  static int64_t ColumnsSize(int64_t columns, int64_t depth) {
    return RowsSize(columns, depth);
  }
  // Multiply packs the rows of a tile itself, as much as the cache holds; and
  // the columns, if there are no other rows that need them.
  static bool ReadsRows(int64_t, int64_t, const GemmOperand<const T>&) {
    return true;
  }
  static bool ReadsColumns(int64_t m, int64_t, const GemmOperand<const T>&) {
    return m <= kTileRows;
  }
  static void PackRows(int64_t rows, int64_t depth,
                       const GemmOperand<const T>& a, platform::bfloat16* to) {
    PackAmxRows(rows, depth, a, to);
  }
  static void PackColumns(int64_t columns, int64_t depth,
                          const GemmOperand<const T>& b,
                          platform::bfloat16* to) {
    PackAmxColumns(columns, depth, b, to);
  }
  // Uses ScratchSlot::kTile.
  static void Multiply(const GemmTile<AmxGemm>& tile);
};

}  // namespace paddle::operators::kernels

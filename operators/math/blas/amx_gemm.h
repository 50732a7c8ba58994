// Multiplies blocks of bfloat16 matrices with AMX, for GemmBlocks.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/amx_pack.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// The kernel of GemmBlocks for bfloat16 (gemm_blocks.h has the contracts), on
// processors that have AMX (HasAmxProducts of amx_tiles.h). Products are added
// up in float, in an order that depends on k alone, and rounded once if C is
// bfloat16. As the processor does, subnormal factors and sums count as 0.
template <typename C>
struct AmxGemm {
  using Element = platform::bfloat16;
  using Packed = platform::bfloat16;
  using Result = C;

  static constexpr int64_t kPanelColumns = kAmxPanel;
  static constexpr int64_t kTileRows = 8 * kAmxPanel;
  static constexpr int64_t kTileColumns = 64 * kAmxPanel;
  static constexpr double kTileWork = 2e7;

  // A sum is rounded when it is complete.
  static int64_t DepthOf(int64_t k) { return k; }
  static int64_t RowsSize(int64_t rows, int64_t depth) {
    return AmxSteps(rows) * AmxSteps(depth) * kAmxStep;
  }
  static int64_t ColumnsSize(int64_t columns, int64_t depth) {
    return RowsSize(columns, depth);
  }
  // Multiply packs the rows of a tile itself, as much as the cache holds; and
  // the columns, if there are no other rows that need them.
  static bool ReadsRows(int64_t, int64_t,
                        const GemmOperand<const platform::bfloat16>&) {
    return true;
  }
  static bool ReadsColumns(int64_t m, int64_t,
                           const GemmOperand<const platform::bfloat16>&) {
    return m <= kTileRows;
  }
  static void PackRows(int64_t rows, int64_t depth,
                       const GemmOperand<const platform::bfloat16>& a,
                       platform::bfloat16* to) {
    PackAmxRows(rows, depth, a, to);
  }
  static void PackColumns(int64_t columns, int64_t depth,
                          const GemmOperand<const platform::bfloat16>& b,
                          platform::bfloat16* to) {
    PackAmxColumns(columns, depth, b, to);
  }
  // Uses ScratchSlot::kPiece.
  static void Multiply(const GemmTile<AmxGemm>& tile);
};

}  // namespace paddle::operators::kernels

// Multiplies blocks of float matrices with AVX-512, for GemmBlocks.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm_tile.h"

namespace paddle::operators::kernels {

// True if the processor has AVX-512 and nobody forbids it (isa_limit.h). False
// in builds for other processors.
bool HasAvx512Gemm();

// The kernel of GemmBlocks for float (gemm_blocks.h has the contracts). Each
// element of c is the sum of blocks of DepthOf(k) products, in order; each
// block is a chain of fused multiply-adds that begins with 0. So the bits
// depend on k alone.
struct Avx512Gemm {
  using Element = float;
  using Packed = float;
  using Result = float;

  static constexpr int64_t kPanelRows = 14;
  static constexpr int64_t kPanelColumns = 32;
  static constexpr int64_t kTileRows = 16 * kPanelRows;
  static constexpr int64_t kTileColumns = 64 * kPanelColumns;
  static constexpr double kTileWork = 4e6;
  static constexpr double kTilesEach = 4;
  static constexpr double kReadA = 16, kReadB = 6;

  static int64_t DepthOf(int64_t k);
  static int64_t RowsSize(int64_t rows, int64_t depth);
  static int64_t ColumnsSize(int64_t columns, int64_t depth);
  static bool ReadsRows(int64_t m, int64_t n,
                        const GemmOperand<const float>& a);
  static bool ReadsColumns(int64_t m, int64_t n,
                           const GemmOperand<const float>& b);
  static void PackRows(int64_t rows, int64_t depth,
                       const GemmOperand<const float>& a, float* to);
  static void PackColumns(int64_t columns, int64_t depth,
                          const GemmOperand<const float>& b, float* to);
  static void Multiply(const GemmTile<Avx512Gemm>& tile);
};

}  // namespace paddle::operators::kernels

// Puts parts of bfloat16 matrices into the order that AMX multiplies: tiles of
// 16 rows of 64 bytes. Defined for x86-64; needs AVX-512.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// A panel is 32 rows of a, or 32 columns of b; a step of it is 32 products deep
// and holds two tiles, each of 16 rows or columns. A row of a tile of a has 32
// products of one row of a; a row of a tile of b has 2 products of each of 16
// columns, side by side.
inline constexpr int64_t kAmxPanel = 32;
inline constexpr int64_t kAmxDepth = 32;
inline constexpr int64_t kAmxTile = 512;  // elements
inline constexpr int64_t kAmxStep = 2 * kAmxTile;

// Returns the steps, or panels, of so many products, or rows or columns.
constexpr int64_t AmxSteps(int64_t size) {
  return (size + kAmxDepth - 1) / kAmxDepth;
}

// Writes the panels of a part of a: step after step of the first one, then of
// the next. The last panel and step are filled up with zeros. `to` begins a
// line of the cache.
void PackAmxRows(int64_t rows, int64_t depth,
                 const GemmOperand<const platform::bfloat16>& a,
                 platform::bfloat16* to);

// Writes the panels of a part of b likewise.
void PackAmxColumns(int64_t columns, int64_t depth,
                    const GemmOperand<const platform::bfloat16>& b,
                    platform::bfloat16* to);

// Pairs of products of 32 columns of b that lie side by side, which are packed
// some at a time, 16 for each step.
struct AmxPairs {
  const platform::bfloat16* from = nullptr;
  int64_t stride = 0;  // from one row of b to the next
  platform::bfloat16* to = nullptr;
  int64_t count = 0;
  int64_t done = 0;
};

// Packs at most so many of what is left.
void PackAmxPairs(int64_t most, AmxPairs* pairs);

}  // namespace paddle::operators::kernels

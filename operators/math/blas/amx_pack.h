// Puts parts of matrices into the order that AMX multiplies: tiles of 16 rows
// of 64 bytes. Defined for x86-64; needs AVX-512.
#pragma once

#include <cstdint>
#include <type_traits>

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

// A float is the sum of three bfloat16 numbers, of 8 bits each of its 24: of
// what is left after the ones before, rounded to nearest. T: float, bfloat16.
template <typename T>
inline constexpr int64_t kAmxTerms = std::is_same_v<T, float> ? 3 : 1;
// A step of a panel of T has the tiles of its first terms, then of the others.
template <typename T>
inline constexpr int64_t kAmxStepOf = kAmxTerms<T>* kAmxStep;

// Returns the steps, or panels, of so many products, or rows or columns.
constexpr int64_t AmxSteps(int64_t size) {
  return (size + kAmxDepth - 1) / kAmxDepth;
}

// Returns the tiles of a panel if so many rows or columns are left.
constexpr int64_t AmxTilesOf(int64_t left) {
  return 2 * left <= kAmxPanel ? 1 : 2;
}

// Writes the panels of a part of a: step after step of the first one, then of
// the next. The last panel and step are filled up with zeros. `to` begins a
// line of the cache. The terms of floats are right for 0 and from 2^-102, below
// which they lose bits, to 2^127, and no numbers (AreAmxNumbers) if those
// are infinite or NaN, or would round to that. T: float, bfloat16.
template <typename T>
void PackAmxRows(int64_t rows, int64_t depth, const GemmOperand<const T>& a,
                 platform::bfloat16* to);

// Writes the panels of a part of b likewise.
template <typename T>
void PackAmxColumns(int64_t columns, int64_t depth,
                    const GemmOperand<const T>& b, platform::bfloat16* to);

// True if the first terms of floats, of some steps of a panel that has so many
// tiles of rows or columns, are finite.
bool AreAmxNumbers(int64_t steps, int64_t tiles,
                   const platform::bfloat16* packed);

// Writes the b [depth, columns] that PackAmxColumns has packed, row by row.
void UnpackAmxColumns(int64_t columns, int64_t depth,
                      const platform::bfloat16* packed, float* b);

// Pairs of products of 32 columns of b that lie side by side, which are packed
// some at a time, 16 for each step.
template <typename T>
struct AmxPairs {
  const T* from = nullptr;
  int64_t stride = 0;  // from one row of b to the next
  platform::bfloat16* to = nullptr;
  int64_t count = 0;
  int64_t done = 0;
};

// Packs at most so many of what is left.
template <typename T>
void PackAmxPairs(int64_t most, AmxPairs<T>* pairs);

}  // namespace paddle::operators::kernels

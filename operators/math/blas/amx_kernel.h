// Multiplies panels with the tiles of AMX.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/amx_pack.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// A block of at most 32 x 32 sums that are complete, and what becomes of them:
// c = alpha * sums + beta * c, finished. C: float, or bfloat16, rounded to
// nearest.
template <typename C>
struct AmxResult {
  const float* sums = nullptr;  // rows of 32; null: there is none
  int64_t rows = 0;
  int64_t columns = 0;
  float alpha = 1;
  float beta = 0;  // 0: c is not read
  C* c = nullptr;
  int64_t stride = 0;
  const GemmFinish* finish = nullptr;  // of floats; null: none
  int64_t row = 0;                     // of the tile, where c begins
  int64_t column = 0;
};

// A part of a matrix as it is stored, whose lines of the cache are fetched some
// at a time.
struct AmxLines {
  const char* row = nullptr;
  int64_t stride = 0;  // bytes from one row to the next
  int64_t lines = 0;   // of each row
  int64_t rows = 0;    // that are left
  int64_t line = 0;    // of the first of them
};

// Some steps of a panel of a and of one of b, and the sums that they add to.
// Each sum is added up in the order of the products, as the processor does it:
// its bits do not depend on how many steps a call takes. Of two floats six of
// the nine products of their terms are added: what the others would add is
// below 2^-25 of the product. T: float, bfloat16.
template <typename T>
struct AmxPanels {
  int64_t steps;
  const platform::bfloat16* a;
  int64_t a_row;                // from one row of a tile to the next
  int64_t a_tile;               // from one tile of a step to the other
  int64_t a_step;               // from one step to the next
  const platform::bfloat16* b;  // of PackAmxColumns
  bool one_tile_of_rows;        // the panel of a has no more than 16 rows
  bool one_tile_of_columns;     // that of b has no more than 16 columns
  bool adds;                    // to what is there
  const float* sums;            // 32 x 32, where a line of the cache begins
  // Takes the sums, of whole tiles; may be what they are added to.
  float* to;
  int64_t to_row;  // from one row of it to the next
  // Fetched into the second cache meanwhile, a part of b in each step.
  const platform::bfloat16* next_b;
  // Packed meanwhile, so many in each step; null: nothing.
  AmxPairs<T>* pairs;
  int64_t pairs_a_step;
  // Fetched into the second cache, so many lines in each step.
  AmxLines* lines;
  int64_t lines_a_step;
};

// Elements that are fetched in each step.
template <typename T>
inline constexpr int64_t kAmxFetched = 4 * 32 * kAmxTerms<T>;

// Multiplies panels while it finishes the block before, and fetches the c of
// `next`, if it has one, which is finished next. Requires AmxTiles.
template <typename T, typename C>
void MultiplyAmxPanels(const AmxPanels<T>& panels, const AmxResult<C>& before,
                       const AmxResult<C>& next);

// Writes a result.
template <typename C>
void FinishAmxResult(const AmxResult<C>& result);

}  // namespace paddle::operators::kernels

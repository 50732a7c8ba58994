// Finds the elements of a tile of floats that AMX does not multiply, and adds
// up their products one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/operators/math/blas/amx_gemm.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// Infinities, NaN, and numbers that bfloat16 rounds to infinity, in the rows
// and columns of a tile, which must outlive it. Sums of them depend, as all
// others do, on their row and column alone.
class AmxOddNumbers {
 public:
  using Kernel = AmxGemm<float, float>;

  explicit AmxOddNumbers(const GemmTile<Kernel>& tile) : tile_(tile) {}

  // Looks at some steps of a panel (amx_pack.h). Columns that were packed for
  // many products, without a b, have none.
  void SeeRows(int64_t panel, int64_t steps, const platform::bfloat16* packed);
  void SeeColumns(int64_t panel, int64_t steps,
                  const platform::bfloat16* packed);
  // True if there are any in one of two panels.
  bool AreIn(int64_t row_panel, int64_t column_panel) const {
    return ((rows_ >> row_panel | columns_ >> column_panel) & 1) != 0;
  }
  // Computes those sums of two panels anew, of rows of 32, that have such
  // products.
  void AddUp(int64_t row_panel, int64_t column_panel, float* sums) const;

 private:
  // True of a row or column that has any.
  bool HasAny(const float* x, int64_t step) const;
  // Returns some columns of b, row by row.
  std::vector<float> ReadColumns(int64_t first, int64_t columns) const;

  const GemmTile<Kernel>& tile_;
  uint64_t rows_ = 0;  // a bit for each panel that has any
  uint64_t columns_ = 0;
  static_assert(Kernel::kTileRows <= 64 * kAmxPanel &&
                Kernel::kTileColumns <= 64 * kAmxPanel);
};

}  // namespace paddle::operators::kernels

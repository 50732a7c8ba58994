#include "paddle/operators/math/blas/amx_odd_numbers.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/math/blas/amx_pack.h"

namespace paddle::operators::kernels {

using platform::bfloat16;

namespace {

// True if the first of so many rows or columns are not all numbers to AMX.
bool AreOdd(int64_t left, int64_t steps, const bfloat16* packed) {
  return !AreAmxNumbers(steps, AmxTilesOf(left), packed);
}

}  // namespace

void AmxOddNumbers::SeeRows(int64_t panel, int64_t steps,
                            const bfloat16* packed) {
  if (AreOdd(tile_.rows - panel * kAmxPanel, steps, packed)) {
    rows_ |= uint64_t{1} << panel;
  }
}

void AmxOddNumbers::SeeColumns(int64_t panel, int64_t steps,
                               const bfloat16* packed) {
  if (tile_.b.data == nullptr) return;
  if (AreOdd(tile_.columns - panel * kAmxPanel, steps, packed)) {
    columns_ |= uint64_t{1} << panel;
  }
}

void AmxOddNumbers::AddUp(int64_t row_panel, int64_t column_panel,
                          float* sums) const {
  const int64_t row = row_panel * kAmxPanel, column = column_panel * kAmxPanel;
  const int64_t rows = std::min(kAmxPanel, tile_.rows - row);
  const int64_t columns = std::min(kAmxPanel, tile_.columns - column);
  const std::vector<float> b = ReadColumns(column, columns);
  for (int64_t i = 0; i < rows; ++i) {
    const auto a = tile_.a.At(row + i, 0);
    const bool all = HasAny(a.data, a.column_step);
    for (int64_t j = 0; j < columns; ++j) {
      if (!all && !HasAny(&b[j], columns)) continue;
      float sum = 0;
      for (int64_t p = 0; p < tile_.depth; ++p) {
        sum = std::fma(*a.At(0, p).data, b[p * columns + j], sum);
      }
      sums[i * kAmxPanel + j] = sum;
    }
  }
}

bool AmxOddNumbers::HasAny(const float* x, int64_t step) const {
  constexpr float kLeast = 0x1.ffp127F;
  for (int64_t p = 0; p < tile_.depth; ++p) {
    if (!(std::abs(x[p * step]) < kLeast)) return true;
  }
  return false;
}

std::vector<float> AmxOddNumbers::ReadColumns(int64_t first,
                                              int64_t columns) const {
  std::vector<float> b(tile_.depth * columns);
  if (tile_.b.data == nullptr) {
    UnpackAmxColumns(columns, tile_.depth,
                     tile_.packed_b + Kernel::ColumnsSize(first, tile_.depth),
                     b.data());
    return b;
  }
  for (int64_t p = 0; p < tile_.depth; ++p) {
    for (int64_t j = 0; j < columns; ++j) {
      b[p * columns + j] = *tile_.b.At(p, first + j).data;
    }
  }
  return b;
}

}  // namespace paddle::operators::kernels

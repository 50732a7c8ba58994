// Puts floats of a matrix into the order of panels, with AVX-512.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm_tile.h"

namespace paddle::operators::kernels {

// Writes `count` <= 16 rows as columns: the element of row i and column p to
// to[p * step + i]. Columns are filled up to `width` elements, at least `count`
// and at most 16, with any numbers. On processors with AVX-512
// (HasAvx512Gemm).
void PackAvx512Rows(int64_t count, int64_t depth,
                    const GemmOperand<const float>& a, float* to, int64_t width,
                    int64_t step);

// Writes panels of 32 columns of a row major b one behind the other, each row
// by row. Likewise.
void PackAvx512Panels(int64_t panels, int64_t depth, const float* b,
                      int64_t stride, float* to);

}  // namespace paddle::operators::kernels

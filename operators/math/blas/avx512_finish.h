// Finishes floats of a product with AVX-512, a panel at a time.
#pragma once

#include <cstdint>

#include "paddle/operators/math/blas/gemm_tile.h"

namespace paddle::operators::kernels {

// Computes c = min(max(c + bias + addend, low), high) for rows of c that are
// `step` apart, on processors with AVX-512.
void FinishAvx512Rows(int64_t rows, int64_t columns, const GemmFinish& finish,
                      int64_t step, float* c);

}  // namespace paddle::operators::kernels

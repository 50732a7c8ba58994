// Products with a matrix of floats that was packed once: in panels of columns,
// as GemmBlocks reads them (gemm_blocks.h), with AVX-512.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/operators/math/blas/own_order.h"

namespace paddle::operators::kernels {

// Returns the order of a packed matrix b [k, n].
OwnOrder FloatPanels(int64_t k, int64_t n);

// Writes b [k, n], or [n, k] if it is transposed, in that order.
void WriteFloatPanels(bool transposed, int64_t k, int64_t n, const float* b,
                      float* to);

// Called with rows and columns of c that are complete, while they are in the
// cache, on the thread that computed them.
using CompletedFloats = absl::FunctionRef<void(
    int64_t row, int64_t rows, int64_t column, int64_t columns)>;

// Computes c [m, n] = a [m, k] * b, finished, on the threads of ParallelFor, on
// processors with HasAvx512Gemm. `panels` is what WriteFloatPanels wrote;
// `completed` may be null. All sizes are at least 1. The bits of a row depend
// neither on other rows nor on the number of threads. Thread safe.
void MultiplyFloatPanels(int64_t m, int64_t n, int64_t k, const float* a,
                         const float* panels, const GemmFinish& finish,
                         const CompletedFloats* completed, float* c);

}  // namespace paddle::operators::kernels

// Products with a matrix of floats that was packed once, for AMX or AVX-512
// (float_gemm.h).
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/blas/float_gemm.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// The rows that are multiplied by a matrix. Tiles of AMX, half as large again
// as floats, are not read faster than panels for few rows, nor, if the matrix
// is large, for some.
enum class RowCount { kFew, kAny, kMany };

// A matrix b [k, n] that is packed in one of two orders. Owns nothing.
struct PackedFloats {
  const float* panels = nullptr;
  const platform::bfloat16* tiles = nullptr;
};

// Packs b [k, n], or its transpose [n, k], with a note of the order before it,
// which is zeros if there is no room: for k x n floats, both filled up to 32,
// and half as many again. On processors with HasAvx512Gemm.
void PackFloats(bool transposed, int64_t k, int64_t n, RowCount rows,
                const float* b, framework::Tensor* packed);

// Returns what PackFloats has written for these rows; nothing, if it did not.
PackedFloats FindFloats(int64_t k, int64_t n, RowCount rows,
                        const framework::Tensor& packed);

// Returns it likewise; but if it did not, or `packed` is null, packs the
// transpose that `b` returns into memory of the calling thread
// (ScratchSlot::kShared).
PackedFloats FindOrPackFloats(int64_t k, int64_t n, RowCount rows,
                              absl::FunctionRef<const float*()> transposed_b,
                              const framework::Tensor* packed);

// Computes c [m, n] = a [m, k] * b, finished, on the threads of ParallelFor.
// `completed` may be null. All sizes are at least 1. The bits of a row depend
// neither on other rows nor on the number of threads. Thread safe.
void MultiplyByPacked(int64_t m, int64_t n, int64_t k, const float* a,
                      const PackedFloats& b, const GemmFinish& finish,
                      const CompletedFloats* completed, float* c);

}  // namespace paddle::operators::kernels

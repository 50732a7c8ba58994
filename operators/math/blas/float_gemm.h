// Products of floats on processors with AVX-512, by tiles of AMX where those
// are faster.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// Called with rows and columns of c that are complete, while they are in the
// cache, on the thread that computed them.
using CompletedFloats = absl::FunctionRef<void(
    int64_t row, int64_t rows, int64_t column, int64_t columns)>;

// A product c = alpha * a * b + beta * c, finished, of at least one row, column
// and product. Owns nothing.
struct FloatGemm {
  int64_t m, n, k;
  float alpha;
  GemmOperand<const float> a;  // [m, k]
  GemmOperand<const float> b;  // [k, n]
  float beta;
  GemmOperand<float> c;  // [m, n]
  // b, packed all (GemmBlocks::PackAll) for the one or the other, and read in
  // place of it, of which the steps count then; null: it is not.
  const float* panels = nullptr;
  const platform::bfloat16* tiles = nullptr;
  const GemmFinish* finish = nullptr;  // null: none
  const CompletedFloats* completed = nullptr;
};

// Computes it by AVX-512 (avx512_gemm.h). Without threads the calling one does
// all the work.
void MultiplyByAvx512(const FloatGemm& g, bool threads);

// True if AMX has products of many rows of a with a b [k, n], and computes them
// faster.
bool SuitsAmx(int64_t k, int64_t n);

// Computes it by AMX (amx_gemm.h). Requires HasAmxProducts of amx_tiles.h, and
// a c whose columns are adjacent.
void MultiplyByAmx(const FloatGemm& g, bool threads);

}  // namespace paddle::operators::kernels

#include "paddle/operators/math/blas/float_gemm.h"

#include "paddle/operators/math/blas/amx_gemm.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/gemm_blocks.h"

namespace paddle::operators::kernels {
namespace {

// Splitting rows takes as long as multiplying them by dozens of columns.
constexpr int64_t kFewColumns = 128;
// Fewer products take less time than what is done with their sums.
constexpr int64_t kFewProducts = 64;

template <class Kernel>
void Run(const FloatGemm& g, const typename Kernel::Packed* packed,
         bool threads) {
  GemmBlocks<Kernel> blocks(g.m, g.n, g.k, g.alpha, g.a, g.b, g.beta, g.c);
  if (packed != nullptr) blocks.ReadPacked(packed);
  blocks.FinishBy(g.finish, g.completed);
  blocks.Run(threads);
}

}  // namespace

void MultiplyByAvx512(const FloatGemm& g, bool threads) {
  Run<Avx512Gemm>(g, g.panels, threads);
}

bool SuitsAmx(int64_t k, int64_t n) {
  return k >= kFewProducts && n >= kFewColumns && HasAmxProducts();
}

void MultiplyByAmx(const FloatGemm& g, bool threads) {
  Run<AmxGemm<float, float>>(g, g.tiles, threads);
}

}  // namespace paddle::operators::kernels

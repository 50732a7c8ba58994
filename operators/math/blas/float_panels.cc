#include "paddle/operators/math/blas/float_panels.h"

#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/gemm_blocks.h"

namespace paddle::operators::kernels {
namespace {

using Blocks = GemmBlocks<Avx512Gemm>;

}  // namespace

OwnOrder FloatPanels(int64_t k, int64_t n) {
  return {0, {'p', 'a', 'n', 'e', 'l'}, k, n, Blocks::PackedSize(n, k)};
}

void WriteFloatPanels(bool transposed, int64_t k, int64_t n, const float* b,
                      float* to) {
  Blocks::PackAll(n, k, OperandOf(b, transposed ? k : n, transposed), to);
}

void MultiplyFloatPanels(int64_t m, int64_t n, int64_t k, const float* a,
                         const float* panels, const GemmFinish& finish,
                         const CompletedFloats* completed, float* c) {
  // The panels are read in place of b.
  Blocks blocks(m, n, k, 1, OperandOf(a, k, false), OperandOf(panels, n, false),
                0, OperandOf(c, n, false));
  blocks.ReadPacked(panels);
  blocks.FinishBy(&finish, completed);
  blocks.Run(/*threads=*/true);
}

}  // namespace paddle::operators::kernels

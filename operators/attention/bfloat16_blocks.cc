#include "paddle/operators/attention/bfloat16_blocks.h"

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels::bfloat16_blocks {

void Product(int64_t m, int64_t n, int64_t k, const bfloat16* a,
             const bfloat16* b, int64_t b_columns, float beta, float* c) {
  SerialGemm(GemmArgs<bfloat16, float>{false, false, m, n, k, 1, a, k, b,
                                       b_columns, beta, c, n});
}

void Store(const float* from, int64_t count, float factor,
           const HeadRows<bfloat16>& to, float* space) {
  for (int64_t i = 0; i < count; ++i, from += to.width) {
    AssignRun(to.width, space, [=](int64_t j) { return from[j] * factor; });
    FromFloat(to.width, space, to.row(i));
  }
}

}  // namespace paddle::operators::kernels::bfloat16_blocks

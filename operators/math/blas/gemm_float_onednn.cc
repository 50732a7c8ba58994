#include <dnnl.h>

#include "paddle/operators/math/blas/gemm_plan.h"
#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/signals_blocked.h"

namespace paddle::operators::kernels {
namespace {

// Below this many multiplications, about 3 us, the fixed cost of a call is what
// counts: two system calls (0.6 us) that block signals.
constexpr int64_t kTiny = 1 << 17;

char Letter(bool transposed) { return transposed ? 'T' : 'N'; }

// oneDNN 2.6 uses the stack pointer as one more register in its products of
// single precision with AVX2, and Linux puts what a handler of a signal returns
// to below that pointer, wherever it points: into what oneDNN has packed. So
// the thread takes no signals meanwhile.
dnnl_status_t Call(const GemmArgs<float>& g) {
  const platform::SignalsBlocked blocked;
  return dnnl_sgemm(Letter(g.trans_a), Letter(g.trans_b), g.m, g.n, g.k,
                    g.alpha, g.a, g.lda, g.b, g.ldb, g.beta, g.c, g.ldc);
}

// Rows come in any number: a plan for each of the small ones and for each
// multiple of a large one suffices.
constexpr int64_t kRowStep = 64;

// Returns the rows that are left: none, or all where rows cannot be kept.
GemmArgs<float> MultiplyRows(GemmArgs<float> g) {
  while (g.m > 0) {
    GemmArgs<float> rows = g;
    if (g.m > kRowStep) rows.m -= g.m % kRowStep;
    if (!RunPlan(rows)) break;
    g.a += rows.m * g.lda;
    g.c += rows.m * g.ldc;
    g.m -= rows.m;
  }
  return g;
}

}  // namespace

void SerialGemm(const GemmArgs<float>& args) {
  const GemmArgs<float> g = args.keeps_rows ? MultiplyRows(args) : args;
  if (g.m == 0) return;
  if (g.m * g.n * g.k < kTiny) return EigenGemm(g);
  const dnnl_status_t status = Call(g);
  PADDLE_ENFORCE(status == dnnl_success, Internal, "dnnl_sgemm of ", g.m, " x ",
                 g.k, " by ", g.k, " x ", g.n, " failed with status ",
                 static_cast<int>(status));
}

}  // namespace paddle::operators::kernels

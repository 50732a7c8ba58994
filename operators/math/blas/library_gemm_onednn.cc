#include <dnnl.h>

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

}  // namespace

void LibraryGemm(const GemmArgs<float>& g) {
  if (g.m * g.n * g.k < kTiny) return EigenGemm(g);
  const dnnl_status_t status = Call(g);
  PADDLE_ENFORCE(status == dnnl_success, Internal, "dnnl_sgemm of ", g.m, " x ",
                 g.k, " by ", g.k, " x ", g.n, " failed with status ",
                 static_cast<int>(status));
}

}  // namespace paddle::operators::kernels

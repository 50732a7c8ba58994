// Gemm on GPUs: a product like others of gemm_device.h.
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <class Device, class T>
void Gemm(const Device& context, bool trans_a, bool trans_b, int64_t m,
          int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b,
          int64_t ldb, T beta, T* c, int64_t ldc) {
  GemmOnCUDA<T>(context, {trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb,
                          beta, c, ldc});
}

PADDLE_INSTANTIATE(Gemm, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels

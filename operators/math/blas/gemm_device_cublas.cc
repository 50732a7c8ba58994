#include <cublas_v2.h>

#include <cstdint>
#include <limits>
#include <type_traits>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/blas/gemm_terms.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cublas.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
constexpr cudaDataType_t DataTypeOf() {
  if (std::is_same_v<T, platform::float16>) return CUDA_R_16F;
  if (std::is_same_v<T, platform::bfloat16>) return CUDA_R_16BF;
  return std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;
}

template <typename T>
constexpr cublasComputeType_t kComputeType =
    std::is_same_v<T, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;

cublasOperation_t Operation(bool transposed) {
  return transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
}

// True if several products share a c: cuBLAS would round their sum to 16 bits
// after each.
template <typename T>
bool HasSums(const DeviceGemm<T>& g) {
  for (int axis = 0; axis < g.stack.rank(); ++axis) {
    if (g.stack.stride(axis, 2) == 0) return true;
  }
  return false;
}

// True if all sizes fit the int arguments of cuBLAS, and none is 0.
template <typename T>
bool Fits(const DeviceGemm<T>& g) {
  bool fits = true;
  const int64_t inner = g.stack.size(g.stack.rank() - 1);
  for (int64_t size : {g.m, g.n, g.k, g.lda, g.ldb, g.ldc, inner}) {
    fits = fits && size > 0 && size <= std::numeric_limits<int>::max();
  }
  return fits;
}

// Computes the products along the last axis of the stack from these offsets on.
// cuBLAS is column major: it sees the transposed matrices, and of those the
// product is op(b)^T * op(a)^T.
template <typename T>
void MultiplyRun(cublasHandle_t handle, const DeviceGemm<T>& g,
                 const LoopNest<3>::Offsets& offsets, int64_t count) {
  const LoopNest<3>::Offsets& strides = g.stack.inner_strides();
  constexpr cudaDataType_t kType = DataTypeOf<T>();
  platform::CheckCublas(
      cublasGemmStridedBatchedEx(
          handle, Operation(g.trans_b), Operation(g.trans_a), g.n, g.m, g.k,
          &g.alpha, g.b + offsets[1], kType, g.ldb, strides[1],
          g.a + offsets[0], kType, g.lda, strides[0], &g.beta, g.c + offsets[2],
          kType, g.ldc, strides[2], count, kComputeType<T>,
          CUBLAS_GEMM_DEFAULT),
      "cublasGemmStridedBatchedEx");
}

}  // namespace

template <typename T>
void GemmOnCUDA(const platform::DeviceContext& device,
                const DeviceGemm<T>& given) {
  const DeviceGemm<T> g = WithTermsInOne(given);
  if (HasSums(g) || !Fits(g)) return PlainGemm(device, g);
  platform::WithCublas(
      platform::CUDAContext(device), [&](cublasHandle_t handle) {
        g.stack.ForEachRun(
            0, g.stack.total(),
            [&](const LoopNest<3>::Offsets& offsets, int64_t count) {
              MultiplyRun(handle, g, offsets, count);
            });
      });
}

#define INSTANTIATE(T)                                        \
  template void GemmOnCUDA<T>(const platform::DeviceContext&, \
                              const DeviceGemm<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels

// Computes matrix products on GPUs, for Gemm and matmul. The header needs no
// CUDA, so that sources compiled by the host compiler can call it.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The arguments of a batch of products c = alpha * op(a) * op(b) + beta * c,
// with the meaning they have for Gemm (gemm.h). Matrices lie in GPU memory. T:
// float, double, float16, bfloat16; products of 16-bit numbers are accumulated
// in float and rounded once.
template <typename T>
struct DeviceGemm {
  using A = platform::Accumulator<T>;

  bool trans_a;
  bool trans_b;
  int64_t m;
  int64_t n;
  int64_t k;
  A alpha;
  const T* a;
  int64_t lda;
  const T* b;
  int64_t ldb;
  A beta;
  T* c;
  int64_t ldc;
  // The offsets of a, b and c for each product of the batch, in elements.
  // Products with the same c, along axes where its stride is 0, are added up,
  // as the gradient of a broadcast operand requires. By default the batch is
  // one product.
  LoopNest<3> stack = LoopNest<3>(framework::Dims(), {});
};

// Computes the products with the library that the build chose (--cuda_math):
// cuBLAS, or PlainGemm. Enqueued on the stream of the device. The result is the
// same in every run, whatever else the GPU does.
template <typename T>
void GemmOnCUDA(const platform::DeviceContext& device, const DeviceGemm<T>& g);

// Computes the products with a kernel of our own, for builds without NVIDIA's
// libraries and for arguments that cuBLAS does not support. The order of
// additions depends on the sizes only.
template <typename T>
void PlainGemm(const platform::DeviceContext& device, const DeviceGemm<T>& g);

}  // namespace paddle::operators::kernels

// Matrix products on GPUs; Gemm and matmul are expressed by them. A header
// without CUDA: sources for the CPU call it.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The arguments of c = alpha * op(a) * op(b) + beta * c for each product of a
// stack, with the meaning they have for Gemm (gemm.h). T: float, double,
// float16, bfloat16; products of 16-bit numbers are added up in float and
// rounded once.
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
  // The advance of a, b and c from product to product, in elements. Products
  // that share a c, along axes where it does not advance, are added up: the
  // gradient of an operand that was broadcast needs this.
  LoopNest<3> stack = LoopNest<3>(framework::Dims(), {});
};

// Computes it with the library that the build chose (--cuda_math): cuBLAS, or
// PlainGemm. Queued on the device's stream. The bits do not depend on what else
// the GPU does.
template <typename T>
void GemmOnCUDA(const platform::DeviceContext& device, const DeviceGemm<T>& g);

// Computes it with a kernel of our own, for builds without NVIDIA's libraries
// and for what cuBLAS does not take. The order of additions depends on the
// sizes only.
template <typename T>
void PlainGemm(const platform::DeviceContext& device, const DeviceGemm<T>& g);

}  // namespace paddle::operators::kernels

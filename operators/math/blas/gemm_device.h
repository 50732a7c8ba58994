// Products of matrices on GPUs: what Gemm and Matmul come down to there.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// c = alpha * op(a) * op(b) + beta * c for each product of a stack, in the
// terms of Gemm (gemm.h). T: float, double, float16, bfloat16; the 16-bit types
// are multiplied and added up in float and rounded once.
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
  // How a, b and c advance from product to product, in elements. Products that
  // share a c, along axes where it stands still, are added up.
  LoopNest<3> stack = LoopNest<3>(framework::Dims(), {});
};

// Computes it by the library that the build chose (--cuda_math): cuBLAS, or
// PlainGemm. The bits do not depend on what else the GPU does.
template <typename T>
void GemmOnCUDA(const platform::DeviceContext& device, const DeviceGemm<T>& g);

// By a kernel of our own. The order of additions depends on the sizes only.
template <typename T>
void PlainGemm(const platform::DeviceContext& device, const DeviceGemm<T>& g);

}  // namespace paddle::operators::kernels

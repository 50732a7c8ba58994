// Writes products on GPUs that are added up as one product.
#pragma once

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/loops/loop_nest.h"

namespace paddle::operators::kernels {

// Returns one product with the k of all, where products with one c, as in the
// gradient of a matrix that a stack shares, stand one behind the other along k:
// sum over i of a_i^T * b_i, whose a_i and b_i are the rows of two matrices.
// Returns other arguments as they are.
template <typename T>
DeviceGemm<T> WithTermsInOne(DeviceGemm<T> g) {
  const LoopNest<3>& stack = g.stack;
  if (stack.rank() != 1 || stack.stride(0, 2) != 0 || !g.trans_a || g.trans_b ||
      stack.stride(0, 0) != g.k * g.lda || stack.stride(0, 1) != g.k * g.ldb) {
    return g;
  }
  g.k *= stack.size(0);
  g.stack = LoopNest<3>(framework::Dims(), {});
  return g;
}

}  // namespace paddle::operators::kernels

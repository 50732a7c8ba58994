// Products of matrices: what every dense layer spends its time in.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// c = alpha * op(a) * op(b) + beta * c, all row major; op transposes if asked.
// op(a) is m x k, op(b) is k x n, c is m x n; lda, ldb, ldc are the distances
// between the rows as stored. With beta 0 c is written without being read.
// Any size may be 0. T is float or double.
//
// Large products are cut into tiles whose sizes depend on m, n and k only, and
// each tile is computed by one thread: the bits do not depend on the number of
// threads. float goes through oneDNN (--math=onednn) or Eigen, double through
// Eigen. On a GPU: GemmOnCUDA of gemm_device.h.
template <class Device, class T>
void Gemm(const Device& context, bool trans_a, bool trans_b, int64_t m,
          int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b,
          int64_t ldb, T beta, T* c, int64_t ldc);

// Where the matrices of one product of a batch begin, in elements.
struct GemmOffsets {
  int64_t a = 0;
  int64_t b = 0;
  int64_t c = 0;
};

// `batch` products of one size, the i-th of matrices that begin at
// offsets_of(i) and are stored without gaps. The c matrices must not overlap.
// For the CPU.
template <class Device, class T>
void BatchedGemm(const Device& context, bool trans_a, bool trans_b,
                 int64_t batch, int64_t m, int64_t n, int64_t k, T alpha,
                 const T* a, const T* b, T beta, T* c,
                 absl::FunctionRef<GemmOffsets(int64_t i)> offsets_of);

}  // namespace paddle::operators::kernels

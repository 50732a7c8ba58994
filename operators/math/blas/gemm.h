// Matrix products, in which dense layers spend their time.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes c = alpha * op(a) * op(b) + beta * c, as BLAS does, all row major;
// op transposes if asked. op(a) is m x k, op(b) is k x n, c is m x n; lda, ldb,
// ldc are the distances in elements between rows as stored. With beta 0, c is
// written without being read, so that it may hold NaN. Any size may be 0. c
// must not overlap a or b. T: float, double or bfloat16, which is fast where
// HasHalfGemm. Thread safe.
//
// On the CPU the bits do not depend on the number of threads. With AVX-512
// those of an element of a float c depend on its row of a and its column of b,
// on k, on which of them are transposed, and on whether n is 1, below 8 or
// below 128, but not on m, other elements or strides (GemmBlocks), unless b is
// transposed, m is below 32 and n is 8 or more. With AMX floats of products
// whose a or b is transposed count as 0 below 2^-126, and with an error of up
// to that below 2^-102 (amx_gemm.h). Else large products are cut into tiles
// whose sizes depend on m, n and k only, each computed by one thread: float by
// oneDNN
// (--math=onednn) or Eigen, double by Eigen. bfloat16 is added up in float and
// rounded once; with AMX the bits of an element depend on its row of a and its
// column of b alone. On a GPU it is GemmOnCUDA of gemm_device.h.
template <class Device, class T>
void Gemm(const Device& context, bool trans_a, bool trans_b, int64_t m,
          int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b,
          int64_t ldb, T beta, T* c, int64_t ldc);

// True if the processor multiplies numbers of the 16-bit type itself, and
// oneDNN has code for it: bfloat16 with AVX-512 BF16 or AMX; never float16.
template <class T>
bool HasHalfGemm();

// Computes c = a * b + beta * c, all row major and without gaps between rows,
// for an a with any number of rows: m x k by k x n. With AVX-512 a row of
// floats has the same bits whatever other rows there are. T: float or double.
// beta: 0 or 1. The rest is as for Gemm; CPU only.
template <class T>
void RowGemm(int64_t m, int64_t n, int64_t k, const T* a, const T* b, T beta,
             T* c);

// The first elements of the matrices of one product of a batch, as offsets from
// a, b and c.
struct GemmOffsets {
  int64_t a = 0;
  int64_t b = 0;
  int64_t c = 0;
};

// Computes `batch` products of one size, whose i-th matrices begin at
// offsets_of(i) and are stored without gaps between rows. The c matrices must
// not overlap; a and b may repeat, as they do when they are broadcast.
// offsets_of is called from several threads. CPU only.
template <class Device, class T>
void BatchedGemm(const Device& context, bool trans_a, bool trans_b,
                 int64_t batch, int64_t m, int64_t n, int64_t k, T alpha,
                 const T* a, const T* b, T beta, T* c,
                 absl::FunctionRef<GemmOffsets(int64_t i)> offsets_of);

}  // namespace paddle::operators::kernels

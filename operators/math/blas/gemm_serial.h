// Matrix products on one thread: what a math library supplies to gemm.cc.
#pragma once

#include <cstdint>

#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// The arguments of Gemm, with the same meaning. Sums of 16-bit products may
// stay float, in a C of their own.
template <typename T, typename C = T>
struct GemmArgs {
  // See gemm.h for each of these.
  bool trans_a;
  bool trans_b;
  int64_t m;
  int64_t n;
  int64_t k;
  C alpha;
  const T* a;
  int64_t lda;
  const T* b;
  int64_t ldb;
  C beta;
  C* c;
  int64_t ldc;
};

// Computes the product with Eigen. T: float or double.
template <typename T>
void EigenGemm(const GemmArgs<T>& args);

// Computes the product with the library that the build chose. Sizes are at
// least 1: libraries differ in empty products. Under a
// platform::SerialLibraries the calling thread does all the work.
void LibraryGemm(const GemmArgs<float>& args);

// Computes the product on the calling thread: with AVX-512 as GemmBlocks does,
// or with AMX, with ScratchSlot::kLibrary, else as LibraryGemm. Sizes may be 0.
// It is the caller who has a platform::SerialLibraries.
void SerialGemm(const GemmArgs<float>& args);
inline void SerialGemm(const GemmArgs<double>& args) { EigenGemm(args); }
// Adds up in float and rounds once: with AMX as GemmBlocks does, else by a plan
// (gemm_plan.h). May use ScratchSlot::kPiece and kLibrary.
void SerialGemm(const GemmArgs<platform::bfloat16>& args);
// Adds up in float and does not round; likewise.
void SerialGemm(const GemmArgs<platform::bfloat16, float>& args);

}  // namespace paddle::operators::kernels

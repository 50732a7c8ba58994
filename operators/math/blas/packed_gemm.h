// Products of any number of rows with one matrix, a parameter, that is put into
// the order in which the processor reads it fastest, once for many products.
// Our own code has those of floats (packed_floats.h); one of two sources
// defines the others: packed_gemm_onednn or packed_gemm_stub.
#pragma once

#include <cstdint>
#include <type_traits>

#include "absl/functional/function_ref.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The type of sums of products of T: exact for integers.
template <typename T>
using PackedSum = std::conditional_t<std::is_same_v<T, int8_t>, int32_t,
                                     platform::Accumulator<T>>;

// Writes b [k, n], or [n, k] if it is transposed, as PackedGemm wants it, with
// a note of the order before it. Where there is no such order, or `packed` has
// no room for the note and for k x n elements of T, both filled up to 64, of
// floats half as many again, the note is zeros: for few columns, for processors
// without AVX-512 and, if T is bfloat16 or int8_t, without instructions of
// their own for it, and without oneDNN. T: float, bfloat16, int8_t, which needs
// 4 bytes for each column more.
template <typename T>
void PackMatrix(bool transposed, int64_t k, int64_t n, const T* b,
                framework::Tensor* packed);
template <>
void PackMatrix<float>(bool transposed, int64_t k, int64_t n, const float* b,
                       framework::Tensor* packed);
// True if PackMatrix has found an order.
bool IsPacked(const framework::Tensor& packed);

// A part of the product that is computed, for what follows it.
template <typename T>
struct PackedTile {
  int64_t row, rows;
  int64_t column, columns;
  // Row by row, `stride` apart: of 16-bit types not rounded yet. They may be
  // where they belong, in c. Null: they are there, rounded.
  const PackedSum<T>* sums;
  int64_t stride;
};

// The operands of a product c = a * b + bias.
template <typename T>
struct PackedGemmArgs {
  int64_t m, n, k;
  const T* a;                       // [m, k]
  const framework::Tensor* packed;  // b, of PackMatrix
  const T* bias;                    // [n]; null: none, as for integers
  T* c;                             // [m, n]
  // Whether 16-bit sums are wanted before they are rounded. Those of integers
  // are never rounded, and c is not written.
  bool wide;
};

// Computes the product tile by tile, and calls finish(tile) for each while it
// is in the cache, on the thread that computed it; of sums that are not in c
// already, finish writes c. All sizes are at least 1. The bits of a row depend
// neither on the number of rows nor on that of threads; 16-bit products are
// added up in float. A number of rows that was not seen before costs nothing,
// once a few dozen were. Returns false, having done nothing, unless `packed` is
// in the order that the library wants on this processor. Throws Internal if the
// library fails. T: float, bfloat16, int8_t. Thread safe.
template <typename T>
bool PackedGemm(const PackedGemmArgs<T>& args,
                absl::FunctionRef<void(const PackedTile<T>&)> finish);
template <>
bool PackedGemm<float>(
    const PackedGemmArgs<float>& args,
    absl::FunctionRef<void(const PackedTile<float>&)> finish);

}  // namespace paddle::operators::kernels

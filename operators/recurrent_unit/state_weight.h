// A weight by which recurrent units on the CPU multiply the states of each
// step: of 16-bit types packed once for all steps.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/blas/packed_gemm.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// Multiplies by a matrix, [inner, columns]. Keeps a pointer to its elements.
// Immutable, so that threads may share one. T: float, double.
template <typename T>
class StateWeight {
 public:
  StateWeight(int64_t inner, int64_t columns, const T* weight,
              memory::Allocator*)
      : inner_(inner), columns_(columns), weight_(weight) {}

  // Computes out = x weight + beta out for rows of x, without gaps between
  // rows. beta: 0 or 1. The bits of a row do not depend on the number of rows
  // (RowGemm).
  void Multiply(int64_t rows, const T* x, T beta, T* out) const {
    RowGemm<T>(rows, columns_, inner_, x, weight_, beta, out);
  }

 private:
  int64_t inner_;
  int64_t columns_;
  const T* weight_;
};

// Packs the matrix, of at least one row and column, in memory of `allocator`.
// Products are added up in float and not rounded.
template <>
class StateWeight<platform::bfloat16> {
 public:
  // A transposed `weight` is [columns, inner].
  StateWeight(int64_t inner, int64_t columns, const platform::bfloat16* weight,
              memory::Allocator* allocator, bool transposed = false);

  void Multiply(int64_t rows, const platform::bfloat16* x, float beta,
                float* out) const;

 private:
  int64_t inner_;
  int64_t columns_;
  const platform::bfloat16* weight_;
  bool transposed_;
  framework::Tensor packed_;
};

// Multiplies float states by a float weight in 8-bit integers: each column of
// the weight, and each row of states, is rounded in steps of its largest number
// by 127. Sums are exact, so the bits of a row do not depend on other rows.
class IntegerWeight {
 public:
  IntegerWeight(int64_t inner, int64_t columns, const float* weight,
                memory::Allocator* allocator);

  // True if the processor has such products. Multiply requires it.
  bool is_fast() const { return IsPacked(packed_); }
  // Computes out = x weight; beta is 0. A NaN makes its row NaN.
  void Multiply(int64_t rows, const float* x, float beta, float* out) const;

 private:
  int64_t inner_;
  int64_t columns_;
  framework::Tensor packed_;
  framework::Tensor scales_;  // of columns
};

// Multiplies by the transpose of a weight, [rows, columns], in gradients. T:
// float, double.
template <typename T>
class TransposedWeight {
 public:
  TransposedWeight(int64_t rows, int64_t columns, const T* weight,
                   memory::Allocator*)
      : rows_(rows), columns_(columns), weight_(weight) {}

  // Stores the transpose, [columns, rows], which Multiply is given.
  void Transpose(T* to) const { TransposeMatrix(rows_, columns_, weight_, to); }
  // Computes out = x transposed + beta out, likewise.
  void Multiply(int64_t count, const T* x, const T* transposed, T beta,
                T* out) const {
    RowGemm<T>(count, rows_, columns_, x, transposed, beta, out);
  }

 private:
  int64_t rows_;
  int64_t columns_;
  const T* weight_;
};

// Packs the transpose instead.
template <>
class TransposedWeight<platform::bfloat16> {
 public:
  TransposedWeight(int64_t rows, int64_t columns,
                   const platform::bfloat16* weight,
                   memory::Allocator* allocator)
      : packed_(columns, rows, weight, allocator, /*transposed=*/true) {}

  void Transpose(platform::bfloat16*) const {}
  void Multiply(int64_t count, const platform::bfloat16* x,
                const platform::bfloat16*, float beta, float* out) const {
    packed_.Multiply(count, x, beta, out);
  }

 private:
  StateWeight<platform::bfloat16> packed_;
};

}  // namespace paddle::operators::kernels

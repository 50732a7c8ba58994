// Describes the parts of a product that one call of a kernel computes.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// A matrix as it is stored: the element of row i and column j is
// data[i * row_step + j * column_step], and one of the steps is 1. Owns
// nothing.
template <typename T>
struct GemmOperand {
  T* data;
  int64_t row_step;
  int64_t column_step;

  // Returns the matrix that begins at an element.
  GemmOperand At(int64_t row, int64_t column) const {
    return {data + row * row_step + column * column_step, row_step,
            column_step};
  }
  GemmOperand Transposed() const { return {data, column_step, row_step}; }
};

// Returns a row major matrix, or the transpose of one.
template <typename T>
GemmOperand<T> OperandOf(T* data, int64_t stride, bool transposed) {
  return transposed ? GemmOperand<T>{data, 1, stride}
                    : GemmOperand<T>{data, stride, 1};
}

// The rest of sums of floats that are complete, and their bounds: of a
// layer, its bias, a residual and an activation that does no more than bound.
// Owns nothing.
struct GemmFinish {
  const float* bias;    // of each column; null: none
  const float* addend;  // of each element, not in c; null: none
  int64_t addend_step;  // from one row to the next
  float low;            // NaN stays NaN
  float high;

  // Returns that of the matrix that begins at an element.
  GemmFinish At(int64_t row, int64_t column) const {
    return {bias == nullptr ? nullptr : bias + column,
            addend == nullptr ? nullptr : addend + row * addend_step + column,
            addend_step, low, high};
  }
};

// A tile of c = alpha * a * b + beta * c, over `depth` of the products.
template <class Kernel>
struct GemmTile {
  int64_t rows;
  int64_t columns;
  int64_t depth;
  GemmOperand<const typename Kernel::Element> a;
  const typename Kernel::Packed* packed_a;        // of PackRows; null: read a
  GemmOperand<const typename Kernel::Element> b;  // null: packed_b alone
  const typename Kernel::Packed* packed_b;  // of PackColumns; null: read b
  float alpha;
  float beta;  // 0: c is not read
  GemmOperand<typename Kernel::Result> c;
  const GemmFinish* finish = nullptr;  // of kernels for float; null: none
};

}  // namespace paddle::operators::kernels

// Small blocks of a matrix of 4-byte elements, transposed in registers.
#pragma once

#include <cstdint>
#include <cstring>

namespace paddle::operators::kernels {

// The rows and columns of a block.
inline constexpr int64_t kTransposed = 8;

namespace internal {

// One row of a block. Compilers split it where registers are narrower.
typedef uint32_t BlockRow __attribute__((vector_size(4 * kTransposed)));

// By address: passed by value, rows wider than the registers of a processor
// would be passed in another way than on others, which gcc warns of.
inline void LoadRow(const uint32_t* from, BlockRow* row) {
  std::memcpy(row, from, sizeof(*row));
}
inline void StoreRow(const BlockRow& row, uint32_t* to) {
  std::memcpy(to, &row, sizeof(row));
}

// Take elements of both by turns: 1, 2 or 4 at a time, of the lower or upper
// half of each half of a row. Processors have an instruction for each.
inline void Low1(const BlockRow& a, const BlockRow& b, BlockRow* row) {
  *row = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
inline void High1(const BlockRow& a, const BlockRow& b, BlockRow* row) {
  *row = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
inline void Low2(const BlockRow& a, const BlockRow& b, BlockRow* row) {
  *row = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
inline void High2(const BlockRow& a, const BlockRow& b, BlockRow* row) {
  *row = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
inline void Low4(const BlockRow& a, const BlockRow& b, BlockRow* row) {
  *row = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}
inline void High4(const BlockRow& a, const BlockRow& b, BlockRow* row) {
  *row = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

// Four rows of which each half holds one column of four rows of the block:
// columns 0 to 3 in the lower halves, 4 to 7 in the upper ones.
struct FourColumns {
  FourColumns(const uint32_t* x, int64_t stride) {
    BlockRow a, b, c, d;
    LoadRow(x, &a);
    LoadRow(x + stride, &b);
    LoadRow(x + 2 * stride, &c);
    LoadRow(x + 3 * stride, &d);
    BlockRow ab_low, ab_high, cd_low, cd_high;
    Low1(a, b, &ab_low);
    High1(a, b, &ab_high);
    Low1(c, d, &cd_low);
    High1(c, d, &cd_high);
    Low2(ab_low, cd_low, &rows[0]);
    High2(ab_low, cd_low, &rows[1]);
    Low2(ab_high, cd_high, &rows[2]);
    High2(ab_high, cd_high, &rows[3]);
  }
  BlockRow rows[4];
};

}  // namespace internal

// Computes out[i * out_stride + j] = x[j * x_stride + i] for i and j below
// kTransposed. The arrays do not overlap.
inline void TransposeBlock(const uint32_t* x, int64_t x_stride, uint32_t* out,
                           int64_t out_stride) {
  const internal::FourColumns first(x, x_stride);
  const internal::FourColumns second(x + 4 * x_stride, x_stride);
  for (int i = 0; i < 4; ++i) {
    internal::BlockRow low, high;
    internal::Low4(first.rows[i], second.rows[i], &low);
    internal::High4(first.rows[i], second.rows[i], &high);
    internal::StoreRow(low, out + i * out_stride);
    internal::StoreRow(high, out + (i + 4) * out_stride);
  }
}

// Computes out[3 * i + j] = x[j * stride + i] for i below kTransposed and j
// below 3: the colors of pixels, from planes. The arrays do not overlap.
inline void InterleaveThree(const uint32_t* x, int64_t stride, uint32_t* out) {
  using internal::BlockRow;
  BlockRow a, b, c;
  internal::LoadRow(x, &a);
  internal::LoadRow(x + stride, &b);
  internal::LoadRow(x + 2 * stride, &c);
  // Two of three first; any element stands where the third is to be.
  const BlockRow ab0 = __builtin_shufflevector(a, b, 0, 8, 0, 1, 9, 0, 2, 10);
  const BlockRow ab1 = __builtin_shufflevector(a, b, 0, 3, 11, 0, 4, 12, 0, 5);
  const BlockRow ab2 = __builtin_shufflevector(a, b, 13, 0, 6, 14, 0, 7, 15, 0);
  internal::StoreRow(__builtin_shufflevector(ab0, c, 0, 1, 8, 3, 4, 9, 6, 7),
                     out);
  internal::StoreRow(__builtin_shufflevector(ab1, c, 10, 1, 2, 11, 4, 5, 12, 7),
                     out + 8);
  internal::StoreRow(__builtin_shufflevector(ab2, c, 0, 13, 2, 3, 14, 5, 6, 15),
                     out + 16);
}

}  // namespace paddle::operators::kernels

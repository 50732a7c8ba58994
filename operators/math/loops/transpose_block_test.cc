#include "paddle/operators/math/loops/transpose_block.h"

#include <numeric>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

TEST(TransposeBlock, TurnsRowsIntoColumns) {
  constexpr int64_t kFrom = 11, kTo = 13;
  std::vector<uint32_t> x(8 * kFrom), out(8 * kTo, 7777);
  std::iota(x.begin(), x.end(), 0);
  TransposeBlock(x.data(), kFrom, out.data(), kTo);
  for (int64_t i = 0; i < 8; ++i) {
    for (int64_t j = 0; j < kTo; ++j) {
      EXPECT_EQ(out[i * kTo + j], j < 8 ? x[j * kFrom + i] : 7777)
          << i << ", " << j;
    }
  }
}

TEST(TransposeBlock, InterleavesThreePlanes) {
  constexpr int64_t kStride = 9;
  std::vector<uint32_t> x(3 * kStride), out(25, 7777);
  std::iota(x.begin(), x.end(), 0);
  InterleaveThree(x.data(), kStride, out.data());
  for (int64_t i = 0; i < 24; ++i) {
    EXPECT_EQ(out[i], x[i % 3 * kStride + i / 3]) << i;
  }
  EXPECT_EQ(out[24], 7777);
}

}  // namespace
}  // namespace paddle::operators::kernels

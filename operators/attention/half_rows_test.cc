#include "paddle/operators/attention/half_rows.h"

#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

// Numbers that differ from each other, with 3 more after each row.
struct Rows {
  Rows(int64_t count, int64_t width) : width(width), stride(width + 3) {
    for (int64_t i = 0; i < count * stride; ++i) {
      numbers.push_back(bfloat16::FromBits(static_cast<uint16_t>(i + 1)));
    }
  }
  HeadRows<const bfloat16> view() const {
    return {numbers.data(), stride, width};
  }
  uint16_t bits(int64_t i, int64_t j) const {
    return numbers[i * stride + j].bits;
  }

  int64_t width;
  int64_t stride;
  std::vector<bfloat16> numbers;
};

TEST(HalfRows, SizesAreFilledUp) {
  EXPECT_EQ(FilledUp(0, 16), 16);
  EXPECT_EQ(FilledUp(16, 16), 16);
  EXPECT_EQ(FilledUp(17, 16), 32);
}

TEST(HalfRows, RowsAreFollowedByZeros) {
  const Rows rows(5, 4);
  std::vector<bfloat16> out(7 * 4, bfloat16(9));
  FillRows(rows.view(), 5, 7, out.data());
  for (int64_t i = 0; i < 7; ++i) {
    for (int64_t j = 0; j < 4; ++j) {
      EXPECT_EQ(out[i * 4 + j].bits, i < 5 ? rows.bits(i, j) : 0);
    }
  }
}

TEST(HalfRows, RowsBecomeColumns) {
  for (const int64_t count : {0, 1, 7, 8, 9, 21, 24}) {
    for (const int64_t width : {1, 7, 8, 19, 64}) {
      const Rows rows(count, width);
      std::vector<bfloat16> out(24 * width, bfloat16(9));
      TurnRows(rows.view(), count, 24, out.data());
      for (int64_t i = 0; i < 24; ++i) {
        for (int64_t j = 0; j < width; ++j) {
          ASSERT_EQ(out[j * 24 + i].bits, i < count ? rows.bits(i, j) : 0)
              << count << " rows of " << width << " at " << i << ", " << j;
        }
      }
    }
  }
}

TEST(HalfRows, FloatsAreRounded) {
  const std::vector<float> rows = {1, 1.001F, -2, 3};
  std::vector<bfloat16> out(6, bfloat16(9));
  RoundRows(rows.data(), 2, 3, 2, out.data());
  const std::vector<float> rounded(out.begin(), out.end());
  EXPECT_EQ(rounded, std::vector<float>({1, 1, -2, 3, 0, 0}));
}

}  // namespace
}  // namespace paddle::operators::kernels

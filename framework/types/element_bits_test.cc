#include "paddle/framework/types/element_bits.h"

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

TEST(ElementBits, OfTypesNarrowerThanAByte) {
  EXPECT_EQ(BitsOf(DataType::kInt2), 2);
  EXPECT_EQ(BitsOf(DataType::kUInt2), 2);
  EXPECT_EQ(BitsOf(DataType::kInt4), 4);
  EXPECT_EQ(BitsOf(DataType::kUInt4), 4);
  EXPECT_EQ(BitsOf(DataType::kFloat4E2M1FN), 4);
}

TEST(ElementBits, OfOthersAreThoseOfTheirBytes) {
  EXPECT_EQ(BitsOf(DataType::kBool), 8);
  EXPECT_EQ(BitsOf(DataType::kFloat8E8M0FNU), 8);
  EXPECT_EQ(BitsOf(DataType::kBFloat16), 16);
  EXPECT_EQ(BitsOf(DataType::kFloat64), 64);
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/operators/indexing/sort_key.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
void ExpectTheOrderOf(const std::vector<T>& ascending) {
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(SortKeyOf(ascending[i]) < SortKeyOf(ascending[j]), i < j)
          << ascending[i] << " and " << ascending[j];
    }
  }
}

template <typename T>
class SortKeyOfFloatsTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(SortKeyOfFloatsTest, Floats);

TYPED_TEST(SortKeyOfFloatsTest, NumbersAndNotANumber) {
  using Limits = std::numeric_limits<TypeParam>;
  ExpectTheOrderOf<TypeParam>(
      {-Limits::infinity(), Limits::lowest(), -2, -1, -Limits::min(),
       -Limits::denorm_min(), 0, Limits::denorm_min(), Limits::min(), 1, 2,
       Limits::max(), Limits::infinity(), Limits::quiet_NaN()});
}

TYPED_TEST(SortKeyOfFloatsTest, WhatIsEqualHasOneKey) {
  EXPECT_EQ(SortKeyOf(TypeParam(-0.0)), SortKeyOf(TypeParam(0.0)));
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  EXPECT_EQ(SortKeyOf(std::copysign(nan, TypeParam(-1))), SortKeyOf(nan));
}

template <typename T>
class SortKeyOfIntegersTest : public testing::Test {};
using Integers = testing::Types<int32_t, int64_t>;
TYPED_TEST_SUITE(SortKeyOfIntegersTest, Integers);

TYPED_TEST(SortKeyOfIntegersTest, FromTheLowestToTheHighest) {
  using Limits = std::numeric_limits<TypeParam>;
  ExpectTheOrderOf<TypeParam>({Limits::min(), Limits::min() + 1, -256, -1, 0, 1,
                               255, 256, Limits::max()});
}

}  // namespace
}  // namespace paddle::operators::kernels

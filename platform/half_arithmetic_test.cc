#include "paddle/platform/half_arithmetic.h"

#include "gtest/gtest.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::platform {
namespace {

template <typename T>
class HalfArithmetic : public testing::Test {};
using Halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(HalfArithmetic, Halves);

TYPED_TEST(HalfArithmetic, StaysInTheType) {
  const TypeParam a(3), b(2);
  static_assert(std::is_same_v<decltype(a + b), TypeParam>);
  static_assert(std::is_same_v<decltype(a + 1.0f), float>);
  EXPECT_EQ(a + b, TypeParam(5));
  EXPECT_EQ(a - b, TypeParam(1));
  EXPECT_EQ(a * b, TypeParam(6));
  EXPECT_EQ(a / b, TypeParam(1.5));
  EXPECT_EQ(-a, TypeParam(-3));
  EXPECT_LT(b, a);
}

TYPED_TEST(HalfArithmetic, CompoundAssignment) {
  TypeParam x(1);
  x += TypeParam(4);
  EXPECT_EQ(x, 5.0f);
  x -= TypeParam(1);
  EXPECT_EQ(x, 4.0f);
  x *= 1.5f;
  EXPECT_EQ(x, 6.0f);
  x /= TypeParam(4);
  EXPECT_EQ(x, 1.5f);
}

TYPED_TEST(HalfArithmetic, AccumulatesInFloat) {
  static_assert(std::is_same_v<Accumulator<TypeParam>, float>);
  static_assert(std::is_same_v<Accumulator<double>, double>);
}

}  // namespace
}  // namespace paddle::platform

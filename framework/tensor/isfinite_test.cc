#include "paddle/framework/tensor/isfinite.h"

#include <algorithm>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

template <typename T>
class IsFiniteTest : public ::testing::Test {};
using Floats =
    ::testing::Types<float, double, platform::float16, platform::bfloat16>;
TYPED_TEST_SUITE(IsFiniteTest, Floats);

TYPED_TEST(IsFiniteTest, FindsOneBadElementAnywhere) {
  using Limits = std::numeric_limits<float>;
  for (float bad :
       {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    for (int64_t at : {0, 1, 36}) {
      Tensor tensor(Dims({37}), DataTypeOf<TypeParam>());
      std::fill_n(tensor.mutable_data<TypeParam>(), 37, TypeParam(-2.5f));
      EXPECT_FALSE(HasNonFinite(tensor));
      tensor.mutable_data<TypeParam>()[at] = TypeParam(bad);
      EXPECT_TRUE(HasNonFinite(tensor));
    }
  }
}

TEST(IsFiniteTest, LargestNumbersAreFinite) {
  Tensor tensor(Dims({1}), DataType::kFloat32);
  *tensor.mutable_data<float>() = std::numeric_limits<float>::max();
  EXPECT_FALSE(HasNonFinite(tensor));
}

TEST(IsFiniteTest, IntegersAndNothingAreFinite) {
  Tensor tensor(Dims({1}), DataType::kInt32);
  *tensor.mutable_data<int32_t>() = -1;
  EXPECT_FALSE(HasNonFinite(tensor));
  EXPECT_FALSE(HasNonFinite(Tensor(Dims({0}), DataType::kFloat32)));
}

}  // namespace
}  // namespace paddle::framework

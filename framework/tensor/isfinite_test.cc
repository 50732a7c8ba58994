#include "paddle/framework/tensor/isfinite.h"

#include <algorithm>
#include <limits>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::framework {
namespace {

template <typename T>
class HasNonFiniteTest : public testing::Test {};
using Floats =
    testing::Types<platform::float16, platform::bfloat16, float, double>;
TYPED_TEST_SUITE(HasNonFiniteTest, Floats);

TYPED_TEST(HasNonFiniteTest, FindsOneAnywhere) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const int64_t size : {1, 63, 64, 65, 200000}) {
    Tensor tensor({size}, DataTypeOf<TypeParam>());
    TypeParam* data = tensor.mutable_data<TypeParam>();
    for (int64_t i = 0; i < size; ++i) {
      data[i] = i % 2 == 0 ? Limits::max() : Limits::lowest();
    }
    EXPECT_FALSE(HasNonFinite(tensor)) << size;
    for (const int64_t at : {int64_t{0}, size / 2, size - 1}) {
      const TypeParam before = data[at];
      for (const TypeParam bad : {Limits::infinity(), Limits::quiet_NaN(),
                                  TypeParam(-Limits::infinity())}) {
        data[at] = bad;
        EXPECT_TRUE(HasNonFinite(tensor)) << size << " " << at;
      }
      data[at] = before;
    }
  }
}

TEST(HasNonFinite, OtherTypesAreFinite) {
  Tensor tensor({4}, DataType::kInt32);
  std::fill_n(tensor.mutable_data<int32_t>(), 4, -1);  // NaN as a float's bits
  EXPECT_FALSE(HasNonFinite(tensor));
  EXPECT_FALSE(HasNonFinite(Tensor({0}, DataType::kFloat32)));
  EXPECT_ERROR(HasNonFinite(Tensor()), FailedPrecondition, "no memory yet");
}

TEST(HasNonFinite, LooksOnAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  Tensor tensor({3}, DataType::kFloat32);
  std::fill_n(tensor.mutable_data<float>(), 3, 1.0f);
  EXPECT_FALSE(HasNonFinite(Copy(tensor, platform::CUDAPlace(0))));
  tensor.mutable_data<float>()[2] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(HasNonFinite(Copy(tensor, platform::CUDAPlace(0))));
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/tensor/numbers_of.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/types/dims.h"

namespace paddle::framework {
namespace {

TEST(NumbersOf, ConvertsElements) {
  Tensor reals(Dims({3}), DataType::kFloat32);
  float* real = reals.mutable_data<float>();
  real[0] = 1.5f, real[1] = -2.75f, real[2] = 0;
  EXPECT_EQ(NumbersOf<double>(reals), (std::vector<double>{1.5, -2.75, 0}));
  EXPECT_EQ(NumbersOf<int64_t>(reals), (std::vector<int64_t>{1, -2, 0}));
  Tensor integers(Dims({2, 1}), DataType::kInt64);
  integers.mutable_data<int64_t>()[0] = int64_t{1} << 60;
  integers.mutable_data<int64_t>()[1] = -1;
  EXPECT_EQ(NumbersOf<int64_t>(integers),
            (std::vector<int64_t>{int64_t{1} << 60, -1}));
}

TEST(NumbersOf, TakesAnEmptyTensor) {
  EXPECT_TRUE(NumbersOf<double>(Tensor(Dims({0}), DataType::kInt32)).empty());
}

}  // namespace
}  // namespace paddle::framework

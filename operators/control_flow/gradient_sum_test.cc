#include "paddle/operators/control_flow/gradient_sum.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Tensor;
using ::testing::Each;
using ::testing::ElementsAre;

Tensor Values(const std::vector<double>& values) {
  Tensor x({static_cast<int64_t>(values.size())}, DataType::kFloat64);
  std::copy(values.begin(), values.end(), x.mutable_data<double>());
  return x;
}

std::vector<double> ValuesOf(const Tensor& x) {
  return {x.data<double>(), x.data<double>() + x.numel()};
}

class GradientSumTest : public ::testing::Test {
 protected:
  const platform::DeviceContext& device_ = platform::CPUContext();
};

TEST_F(GradientSumTest, AddsInto) {
  Tensor sum = Values({1, 2});
  AddInto(device_, Values({10, 20}), &sum);
  AddInto(device_, Values({100, 200}), &sum);
  EXPECT_THAT(ValuesOf(sum), ElementsAre(111, 222));
  AddInto(device_, sum, &sum);  // itself
  EXPECT_THAT(ValuesOf(sum), ElementsAre(222, 444));
}

TEST_F(GradientSumTest, RefusesOtherShapesAndTypes) {
  Tensor sum = Values({1, 2});
  EXPECT_ERROR(AddInto(device_, Values({1}), &sum), InvalidArgument,
               "gradients that are added up");
  Tensor single({2}, DataType::kFloat32);
  SetZero(device_, &single);
  EXPECT_ERROR(AddInto(device_, single, &sum), TypeMismatch, "float32");
  Tensor whole({2}, DataType::kInt64);
  SetZero(device_, &whole);
  EXPECT_ERROR(AddInto(device_, whole, &whole), TypeMismatch,
               "gradients of int64 are added up");
  EXPECT_THAT(ValuesOf(sum), ElementsAre(1, 2));
}

TEST_F(GradientSumTest, Zeros) {
  Tensor x = Values({1, 2, 3});
  SetZero(device_, &x);
  EXPECT_THAT(ValuesOf(x), Each(0.0));
  Tensor whole({2}, DataType::kInt32);
  SetZero(device_, &whole);
  EXPECT_EQ(whole.data<int32_t>()[1], 0);
}

}  // namespace
}  // namespace paddle::operators

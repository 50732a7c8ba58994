#include "paddle/operators/common/constant_shape.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

TEST(ConstantShape, AnySizesFromZero) {
  EXPECT_EQ(ConstantShape({2, 0, 3}), framework::Dims({2, 0, 3}));
  EXPECT_EQ(ConstantShape({}), framework::Dims());
}

TEST(ConstantShape, Errors) {
  EXPECT_ERROR(ConstantShape({2, -1}), InvalidArgument, "a negative size");
  EXPECT_ERROR(ConstantShape({1 << 30, 1 << 30, 1 << 30}), InvalidArgument,
               "overflow");
  EXPECT_ERROR(ConstantShape(std::vector<int64_t>(10, 1)), InvalidArgument,
               "9");
}

}  // namespace
}  // namespace paddle::operators

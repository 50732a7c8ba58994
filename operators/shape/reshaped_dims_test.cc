#include "paddle/operators/shape/reshaped_dims.h"

#include "gtest/gtest.h"

#include "paddle/framework/types/testing/recording_sizes.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::NumericSizes;

Dims Reshaped(const Dims& x, const std::vector<int64_t>& shape) {
  return ReshapedDims(x, shape, &NumericSizes());
}

TEST(ReshapedDims, Numbers) {
  EXPECT_EQ(Reshaped({2, 3, 4}, {6, 4}), Dims({6, 4}));
  EXPECT_EQ(Reshaped({2, 3, 4}, {-1, 2}), Dims({12, 2}));
  EXPECT_EQ(Reshaped({2, 3, 4}, {0, -1}), Dims({2, 12}));
  EXPECT_EQ(Reshaped({2, 3, 4}, {-1, 0, 0}), Dims({2, 3, 4}));
  EXPECT_EQ(Reshaped({1, 1}, {}), Dims());
  EXPECT_EQ(Reshaped({}, {1, -1}), Dims({1, 1}));
}

TEST(ReshapedDims, NoRows) {
  EXPECT_EQ(Reshaped({0, 3, 4}, {0, -1}), Dims({0, 12}));
  EXPECT_EQ(Reshaped({0, 3, 4}, {-1, 12}), Dims({0, 12}));
}

TEST(ReshapedDims, Symbols) {
  framework::RecordingSizes sizes;
  const Dims x({-1, 3, 4});
  EXPECT_EQ(ReshapedDims(x, {0, -1}, &sizes), Dims({-1, 12}));
  EXPECT_EQ(ReshapedDims(x, {-1, 12}, &sizes), Dims({-1, 12}));
  EXPECT_EQ(ReshapedDims(x, {-1, 4}, &sizes)[0], sizes.Mul(-1, 3));
  EXPECT_EQ(ReshapedDims(x, {5, 12}, &sizes), Dims({5, 12}));
}

TEST(ReshapedDims, Errors) {
  EXPECT_ERROR(Reshaped({2, 3}, {4}), InvalidArgument,
               "cannot reshape X of shape [2, 3] to [4]: the numbers of "
               "elements differ");
  EXPECT_ERROR(Reshaped({2, 3}, {-1, 4}), InvalidArgument, "elements differ");
  EXPECT_ERROR(Reshaped({2, 3}, {-1, -1}), InvalidArgument, "only one");
  EXPECT_ERROR(Reshaped({2, 3}, {2, 3, 0}), InvalidArgument, "no axis 2");
}

}  // namespace
}  // namespace paddle::operators

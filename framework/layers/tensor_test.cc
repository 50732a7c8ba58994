#include "paddle/framework/layers/tensor.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class TensorLayersTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 3, 1});
};

TEST_F(TensorLayersTest, FullLike) {
  const Variable ones = full_like(x_, 1);
  EXPECT_EQ(ones.dims(), x_.dims());
  EXPECT_EQ(ones.dtype(), x_.dtype());
  EXPECT_EQ(Last(),
            "expand_as_0.tmp_0 = expand_as(X=fill_constant_0.tmp_0, Y=x)");
  EXPECT_EQ(full_like(x_, 7, DataType::kInt8).dtype(), DataType::kInt8);
  EXPECT_ERROR(full_like(x_, 300, DataType::kInt8), InvalidArgument, "300");
}

TEST_F(TensorLayersTest, Arange) {
  EXPECT_EQ(arange(0, 5, 2).dims(), Dims({3}));
  EXPECT_EQ(arange(5, 0, -1, DataType::kInt64).dtype(), DataType::kInt64);
  const Variable one = data("one", {1}, DataType::kInt64);
  EXPECT_EQ(arange(one, one, one).dtype(), DataType::kInt64);
  EXPECT_EQ(Last(), "range_0.tmp_0 = range(Start=one, End=one, Step=one)");
  EXPECT_ERROR(arange(0, 1, 0), InvalidArgument, "step");
}

TEST_F(TensorLayersTest, OtherAxes) {
  EXPECT_EQ(squeeze(x_, {2}).dims(), Dims({framework::kBatchSize, 3}));
  EXPECT_EQ(unsqueeze(x_, {-1, 0}).dims(),
            Dims({1, framework::kBatchSize, 3, 1, 1}));
  EXPECT_ERROR(squeeze(x_), InvalidArgument, "squeeze needs axes");
  const auto parts = unstack(x_, 1);
  ASSERT_EQ(parts.size(), 3);
  EXPECT_EQ(parts[2].dims(), Dims({framework::kBatchSize, 1}));
  EXPECT_ERROR(unstack(x_), InvalidArgument, "needs its size in advance");
}

}  // namespace
}  // namespace paddle::layer

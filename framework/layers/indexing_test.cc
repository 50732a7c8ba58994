#include "paddle/framework/layers/indexing.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class IndexingTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 6, 4});
};

TEST_F(IndexingTest, TakesElements) {
  EXPECT_EQ(index(x_, {3}).dims(), Dims({6, 4}));
  EXPECT_EQ(Last(),
            "slice_0.tmp_0 = slice(Input=x, axes=[0], starts=[3], "
            "ends=[9223372036854775807], strides=[1], decrease_axis=[0])");
  EXPECT_EQ(index(x_, {0, -1, 2}).dims(), Dims());
  EXPECT_EQ(index(x_, {Ellipsis(), 0}).dims(),
            Dims({framework::kBatchSize, 6}));
}

TEST_F(IndexingTest, TakesRanges) {
  Range even;
  even.step = 2;
  EXPECT_EQ(index(x_, {Range(), even}).dims(),
            Dims({framework::kBatchSize, 3, 4}));
  Range backwards;
  backwards.step = -1;
  EXPECT_EQ(index(x_, {backwards}).dims(), x_.dims());
  EXPECT_EQ(index(x_, {Range(), Range{1, -1}, 0}).dims(),
            Dims({framework::kBatchSize, 4}));
  EXPECT_EQ(Last(),
            "slice_2.tmp_0 = slice(Input=x, axes=[1, 2], starts=[1, 0], "
            "ends=[-1, 9223372036854775807], strides=[1, 1], "
            "decrease_axis=[2])");
}

TEST_F(IndexingTest, AddsAxes) {
  EXPECT_EQ(index(x_, {NewAxis(), Ellipsis(), NewAxis()}).dims(),
            Dims({1, framework::kBatchSize, 6, 4, 1}));
  EXPECT_EQ(Last(), "unsqueeze_0.tmp_0 = unsqueeze(X=x, axes=[0, 4])");
  EXPECT_EQ(index(x_, {0, NewAxis(), 1}).dims(), Dims({1, 4}));
}

TEST_F(IndexingTest, AllOfItIsItself) {
  EXPECT_EQ(index(x_, {Ellipsis()}), x_);
  EXPECT_EQ(index(x_, {Ellipsis(), Range()}), x_);
  EXPECT_EQ(OpCount(), 0);
}

TEST_F(IndexingTest, ByVariables) {
  const Variable rows = data("rows", {5}, DataType::kInt32);
  EXPECT_EQ(index(x_, rows).dims(), Dims({5, 6, 4}));
  const Variable table = data("table", {2, 3}, DataType::kInt64);
  EXPECT_EQ(index(x_, table).dims(), Dims({2, 3, 6, 4}));
  const Variable one = data("one", {}, DataType::kInt64);
  EXPECT_EQ(index(x_, one).dims(), Dims({6, 4}));
  const Variable mask = data("mask", {-1, 6, 4}, DataType::kBool);
  EXPECT_EQ(index(x_, mask).dims().rank(), 1);
  const Variable some = data("some", {-1}, DataType::kBool);
  EXPECT_EQ(index(x_, some).dims().rank(), 3);
}

TEST_F(IndexingTest, Errors) {
  EXPECT_ERROR(index(x_, {0, 0, 0, 0}), OutOfRange,
               "x [N, 6, 4] float32 has 3 axes, but 4 are indexed");
  EXPECT_ERROR(index(x_, {Ellipsis(), Ellipsis()}), InvalidArgument,
               "more than one ...");
  EXPECT_ERROR(index(x_, {Range(), 6}), OutOfRange,
               "index 6 is outside axis 1 of 6 elements");
  Range none;
  none.step = 0;
  EXPECT_ERROR(index(x_, {none}), InvalidArgument, "stride of axis 0");
  const Variable numbers = data("numbers", {5});
  EXPECT_ERROR(index(x_, numbers), InvalidArgument,
               "of int32 or int64, not float32");
}

}  // namespace
}  // namespace paddle::layer

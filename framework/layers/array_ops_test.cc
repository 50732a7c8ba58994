#include "paddle/framework/layers/array_ops.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class ArrayOpsTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 6});
  const Variable index_ = data("index", {-1}, DataType::kInt64);
  const Variable mask_ = data("mask", {-1}, DataType::kBool);
};

TEST_F(ArrayOpsTest, Gathers) {
  EXPECT_EQ(gather(x_, index_).dims(), x_.dims());
  EXPECT_EQ(Last(), "gather_0.tmp_0 = gather(X=x, Index=index)");
}

TEST_F(ArrayOpsTest, Slices) {
  const Variable part = slice(x_, {1}, {1}, {-2});
  EXPECT_EQ(part.dims(), Dims({framework::kBatchSize, 3}));
  EXPECT_EQ(Last(),
            "slice_0.tmp_0 = slice(Input=x, axes=[1], starts=[1], ends=[-2])");
}

TEST_F(ArrayOpsTest, Splits) {
  const auto halves = split(x_, 2, 1);
  ASSERT_EQ(halves.size(), 2);
  EXPECT_EQ(halves[1].dims(), Dims({framework::kBatchSize, 3}));
  const auto parts = split(x_, std::vector<int64_t>{1, 5}, -1);
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[1].dims(), Dims({framework::kBatchSize, 5}));
  EXPECT_ERROR(split(x_, 4, 1), InvalidArgument, "into 4 parts");
}

TEST_F(ArrayOpsTest, Stacks) {
  EXPECT_EQ(stack({x_, x_, x_}, 1).dims(), Dims({framework::kBatchSize, 3, 6}));
  EXPECT_EQ(Last(), "stack_0.tmp_0 = stack(X=[x, x, x], axis=1)");
}

TEST_F(ArrayOpsTest, FindsTheLargest) {
  const Variable best = argmax(x_);
  EXPECT_EQ(best.dims(), Dims({framework::kBatchSize}));
  EXPECT_EQ(best.dtype(), DataType::kInt64);
}

TEST_F(ArrayOpsTest, SplitsByAMask) {
  const MaskedParts parts = split_by_mask(x_, mask_);
  EXPECT_NE(parts.on_true.dims(), parts.on_false.dims());
  EXPECT_EQ(merge_by_mask(parts.on_true, parts.on_false, mask_).dims(),
            x_.dims());
  EXPECT_EQ(Last(),
            "merge_by_mask_0.tmp_0 = merge_by_mask("
            "InTrue=split_by_mask_0.tmp_0, InFalse=split_by_mask_0.tmp_1, "
            "Mask=mask)");
}

}  // namespace
}  // namespace paddle::layer

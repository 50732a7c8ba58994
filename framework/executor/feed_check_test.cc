#include "paddle/framework/executor/feed_check.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/packed_array.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

proto::VarDesc DataOf(const std::string& name, int64_t width) {
  proto::VarDesc var;
  var.set_name(name);
  var.set_dtype(proto::FLOAT32);
  var.add_dims(-1);
  var.add_dims(width);
  return var;
}

class FeedCheckTest : public ::testing::Test {
 protected:
  void Check(const proto::VarDesc& var, const LoDTensor& value,
             bool is_default = false) {
    CheckFeed(var, value, is_default, &sizes_);
  }

  std::vector<FeedSize> sizes_;
};

TEST_F(FeedCheckTest, SymbolsAreAnySizeButOne) {
  const proto::VarDesc x = DataOf("x", 2), y = DataOf("y", 3);
  Check(x, LoDTensor({4, 2}, DataType::kFloat32));
  Check(y, LoDTensor({4, 3}, DataType::kFloat32));
  EXPECT_ERROR(Check(y, LoDTensor({5, 3}, DataType::kFloat32)), InvalidArgument,
               "by the feed of variable x");
  EXPECT_ERROR(Check(y, LoDTensor({5, 3}, DataType::kFloat32), true),
               InvalidArgument,
               "is not fed and has a default value of shape [5, 3]");
}

TEST_F(FeedCheckTest, ShapesAndDataTypes) {
  const proto::VarDesc x = DataOf("x", 2);
  EXPECT_ERROR(Check(x, LoDTensor({4, 3}, DataType::kFloat32)), InvalidArgument,
               "is fed with a value of shape [4, 3]");
  EXPECT_ERROR(Check(x, LoDTensor({4}, DataType::kFloat32)), InvalidArgument,
               "is fed with a value of shape [4]");
  EXPECT_ERROR(Check(x, LoDTensor({4, 2}, DataType::kFloat64)), InvalidArgument,
               "astype(\"float32\")");
  EXPECT_ERROR(Check(x, LoDTensor()), FailedPrecondition, "has no value");
}

TEST_F(FeedCheckTest, SequencesComeAsSequences) {
  proto::VarDesc x = DataOf("x", 2);
  x.set_lod_level(1);
  LoDTensor value({3, 2}, DataType::kFloat32);
  EXPECT_ERROR(Check(x, value), InvalidArgument,
               "has lod_level 1, but is fed with a value of shape [3, 2] with "
               "0 levels of sequences");
  value.set_lod(LoD::FromLengths({{1, 2}}));
  Check(x, value);
  ASSERT_EQ(sizes_.size(), 1u);
  EXPECT_EQ(sizes_[0].size, 3);
}

TEST_F(FeedCheckTest, ElementsOfAnArrayMayDiffer) {
  proto::VarDesc x = DataOf("x", 2);
  x.set_kind(proto::TENSOR_ARRAY);
  TensorArray array(DataType::kFloat32);
  array.Set(0, LoDTensor({4, 2}, DataType::kFloat32));
  array.Set(1, LoDTensor({5, 2}, DataType::kFloat32));
  const LoDTensor packed = PackArray(array);
  Check(x, packed);
  const TensorArray checked = CheckedArray(x, packed);
  EXPECT_EQ(checked.size(), 2);
  EXPECT_EQ(checked.Get(1).dims(), (Dims{5, 2}));
  EXPECT_TRUE(checked.Get(1).SharesMemoryWith(packed));
  array.Set(2, LoDTensor({5, 3}, DataType::kFloat32));
  EXPECT_ERROR(Check(x, PackArray(array)), InvalidArgument,
               "a tensor array, is fed with an element 2 of shape [5, 3]");
  // Nothing is said of the elements.
  x.clear_dims();
  Check(x, PackArray(array));
  EXPECT_ERROR(Check(x, PackArray(TensorArray(DataType::kInt64))),
               InvalidArgument, "is fed with elements of int64");
  EXPECT_ERROR(Check(x, array.Get(0)), InvalidArgument, "in the feed of");
}

}  // namespace
}  // namespace paddle::framework

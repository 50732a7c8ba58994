#include "paddle/framework/layers/tensor_array.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class TensorArrayTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 6});
  const Variable i_ = data("i", {1}, DataType::kInt64);
};

TEST_F(TensorArrayTest, WritesAndReads) {
  const Variable empty = create_array(DataType::kFloat32);
  EXPECT_EQ(empty.kind(), framework::proto::TENSOR_ARRAY);
  const Variable array = array_write(x_, i_, empty);
  EXPECT_EQ(array.kind(), framework::proto::TENSOR_ARRAY);
  EXPECT_EQ(array.dims(), x_.dims());
  EXPECT_EQ(Last(),
            "array_write_0.tmp_0 = array_write(X=x, I=i, "
            "Array=create_array_0.tmp_0)");
  const Variable element = array_read(array, i_);
  EXPECT_EQ(element.kind(), framework::proto::DENSE_TENSOR);
  EXPECT_EQ(element.dims(), x_.dims());
  EXPECT_EQ(array_length(array).ToString(), "array_length_0.tmp_0 [1] int64");
}

TEST_F(TensorArrayTest, BecomesATensor) {
  const Variable array = array_write(x_, i_);
  EXPECT_EQ(Last(), "array_write_0.tmp_0 = array_write(X=x, I=i)");
  const Variable stacked = array_to_tensor(array, -1);
  ASSERT_EQ(stacked.dims().rank(), 3);
  EXPECT_EQ(stacked.dims()[1], 6);
  const Variable joined = array_to_tensor(array, 0, false);
  ASSERT_EQ(joined.dims().rank(), 2);
  EXPECT_EQ(joined.dims()[1], 6);
  EXPECT_NE(joined.dims()[0], framework::kBatchSize);
  EXPECT_ERROR(array_to_tensor(array, 2, false), OutOfRange, "2");
}

TEST_F(TensorArrayTest, ElementsThatDifferInSize) {
  const Variable wide = data("wide", {-1, 7});
  const Variable array = array_write(wide, i_, array_write(x_, i_));
  EXPECT_EQ(array.dims()[0], framework::kBatchSize);
  EXPECT_LT(array.dims()[1], 0);
  const Variable given = create_array(DataType::kFloat32, {-1, 6});
  EXPECT_LT(given.dims()[0], 0);
  EXPECT_NE(given.dims()[0], framework::kBatchSize);
  EXPECT_EQ(array_write(x_, i_, given).dims()[1], 6);
}

TEST_F(TensorArrayTest, WrongArguments) {
  const Variable array = array_write(x_, i_);
  EXPECT_ERROR(array_write(i_, i_, array), InvalidArgument, "int64");
  EXPECT_ERROR(array_write(data("flat", {6}), i_, array), InvalidArgument,
               "a tensor of shape [6] is written to an array of");
  EXPECT_ERROR(array_write(array, i_), InvalidArgument,
               "input X of operator array_write must be a dense tensor, but");
  EXPECT_ERROR(
      array_write(x_, i_, x_), InvalidArgument,
      "must be a tensor array, but the variable 'x' is a dense tensor: "
      "create_array makes one");
  EXPECT_ERROR(
      array_read(x_, i_), InvalidArgument,
      "must be a tensor array, but the variable 'x' is a dense tensor: "
      "create_array makes one");
  EXPECT_ERROR(array_read(array, x_), InvalidArgument,
               "array_read takes one index of int64 or int32, not float32");
  EXPECT_ERROR(array_read(array, data("many", {3}, DataType::kInt64)),
               InvalidArgument, "[3]");
  EXPECT_ERROR(
      array_length(x_), InvalidArgument,
      "must be a tensor array, but the variable 'x' is a dense tensor: "
      "create_array makes one");
  EXPECT_ERROR(
      array_to_tensor(x_), InvalidArgument,
      "must be a tensor array, but the variable 'x' is a dense tensor: "
      "create_array makes one");
}

TEST_F(TensorArrayTest, AnArrayIsNoTensor) {
  const Variable array = array_write(x_, i_);
  for (const char* type : {"relu", "mean", "softmax"}) {
    EXPECT_ERROR(Op(type, {{"X", array}}), InvalidArgument,
                 array.name() + "' is a tensor array");
  }
  EXPECT_ERROR(AppendOp("print", {{"In", array}}), InvalidArgument,
               array.name() + "' is a tensor array: read an element");
  EXPECT_ERROR(Op("sum", {{"X", {x_, array}}}), InvalidArgument,
               "sum adds tensor arrays to tensor arrays only");
  EXPECT_EQ(Op("sum", {{"X", {array, array}}}).kind(), array.kind());
}

}  // namespace
}  // namespace paddle::layer

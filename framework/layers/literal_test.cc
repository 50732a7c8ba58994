#include "paddle/framework/layers/literal.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class LiteralTest : public LayerTest {
 protected:
  static std::string Bytes(const Variable& variable) {
    return variable.desc().default_value().data();
  }
};

TEST_F(LiteralTest, Program) {
  minibatch({10, 20, 30});
  sequence({10, 20, 30});
  sequences({{1, 2}, {}, {3}}, {DataType::kInt64, "words"});
  var(1);
  var(0.314, /*param=*/true);
  var({2, 1}, {1, 2}, /*param=*/true, {DataType::kFloat64, "w"});
  EXPECT_EQ(MainText(), R"(block 0 {
  var minibatch_0: [N, 1] float32, feed, default [3, 1], no gradient
  var sequence_0: [s2, 1] float32, lod 1, feed, default [3, 1] in sequences of {3}, no gradient
  var words: [s3, 1] int64, lod 1, feed, default [3, 1] in sequences of {2, 0, 1}, no gradient
  var var_0: [1] float32
  var parameter_0: [1] float32, parameter
  var w: [2, 1] float64, parameter

  var_0 = assign_value(shape=[1], values=[1.0])
}
)");
  EXPECT_EQ(StartupText(), R"(block 0 {
  var parameter_0: [1] float32, parameter
  var w: [2, 1] float64, parameter

  parameter_0 = assign_value(shape=[1], values=[0.314])
  w = assign_value(shape=[2, 1], dtype="float64", values=[1.0, 2.0])
}
)");
}

TEST_F(LiteralTest, BytesAreOfTheDataType) {
  EXPECT_EQ(Bytes(minibatch({1, 0}, {DataType::kBool, ""})),
            std::string("\1\0", 2));
  EXPECT_EQ(Bytes(minibatch({-1, 127}, {DataType::kInt8, ""})), "\xff\x7f");
  EXPECT_EQ(Bytes(minibatch({256}, {DataType::kInt32, ""})),
            std::string("\0\1\0\0", 4));
  EXPECT_EQ(Bytes(minibatch({1}, {DataType::kFloat16, ""})),
            std::string("\0\x3c", 2));
  EXPECT_EQ(Bytes(minibatch({1}, {DataType::kFloat32, ""})),
            std::string("\0\0\x80\x3f", 4));
  EXPECT_EQ(Bytes(minibatch({})), "");
}

TEST_F(LiteralTest, NumbersMustFit) {
  EXPECT_ERROR(minibatch({0.5}, {DataType::kInt32, ""}), InvalidArgument,
               "the number 0.5 is no int32");
  EXPECT_ERROR(minibatch({128}, {DataType::kInt8, ""}), InvalidArgument,
               "the number 128 is no int8");
  EXPECT_ERROR(sequence({-1}, {DataType::kUInt8, ""}), InvalidArgument,
               "the number -1 is no uint8");
  EXPECT_ERROR(minibatch({9223372036854775808.0}, {DataType::kInt64, ""}),
               InvalidArgument, "is no int64");
  EXPECT_ERROR(minibatch({2}, {DataType::kBool, ""}), InvalidArgument,
               "the number 2 is no bool");
  EXPECT_ERROR(var({2}, {1, 2, 3}), InvalidArgument, "values");
  EXPECT_EQ(main_->global_block().desc().vars_size(), 0);
}

TEST_F(LiteralTest, NamesAreTakenOnce) {
  minibatch({1}, {DataType::kFloat32, "x"});
  EXPECT_ERROR(sequence({1}, {DataType::kFloat32, "x"}), AlreadyExists,
               "there is a variable 'x' already");
  EXPECT_ERROR(var(1, false, {DataType::kFloat32, "x"}), AlreadyExists,
               "there is a variable 'x' already");
}

TEST_F(LiteralTest, DefaultValuesAreChecked) {
  framework::proto::DefaultValue value;
  EXPECT_ERROR(data_with_default(value, DataType::kFloat32), InvalidArgument,
               "needs rows; it is a single number");
  value.add_dims(2);
  EXPECT_ERROR(data_with_default(value, DataType::kFloat32), InvalidArgument,
               "a default value of 0 bytes is not [2] float32");
  value.set_data(std::string(8, '\0'));
  EXPECT_EQ(data_with_default(value, DataType::kFloat32).ToString(),
            "data_0 [N] float32");
}

}  // namespace
}  // namespace paddle::layer

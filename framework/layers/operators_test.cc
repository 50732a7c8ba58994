#include "paddle/framework/layers/operators.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class OperatorsTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 3});
  const Variable y_ = data("y", {3});
  const Variable n_ = data("n", {-1, 3}, DataType::kInt64);
};

TEST_F(OperatorsTest, BroadcastsVariables) {
  EXPECT_EQ((x_ + y_).dims(), x_.dims());
  EXPECT_EQ((y_ - x_).dims(), x_.dims());
  EXPECT_EQ((x_ * y_).dims(), x_.dims());
  EXPECT_EQ((x_ / y_).dims(), x_.dims());
  EXPECT_EQ(Ops(),
            "elementwise_add_0.tmp_0 = elementwise_add(X=x, Y=y)\n"
            "elementwise_sub_0.tmp_0 = elementwise_sub(X=y, Y=x)\n"
            "elementwise_mul_0.tmp_0 = elementwise_mul(X=x, Y=y)\n"
            "elementwise_div_0.tmp_0 = elementwise_div(X=x, Y=y)\n");
}

TEST_F(OperatorsTest, ScalesByNumbers) {
  for (const Variable& y : {x_ + 2, 2.5 + x_, x_ - 2, 1 - x_, 3 * x_, -x_}) {
    EXPECT_EQ(y.dtype(), DataType::kFloat32);
  }
  EXPECT_EQ(Ops(),
            "scale_0.tmp_0 = scale(X=x, bias=2.0)\n"
            "scale_1.tmp_0 = scale(X=x, bias=2.5)\n"
            "scale_2.tmp_0 = scale(X=x, bias=-2.0)\n"
            "scale_3.tmp_0 = scale(X=x, scale=-1.0, bias=1.0)\n"
            "scale_4.tmp_0 = scale(X=x, scale=3.0)\n"
            "scale_5.tmp_0 = scale(X=x, scale=-1.0)\n");
}

TEST_F(OperatorsTest, DividesExactly) {
  EXPECT_EQ((x_ / 3).dtype(), DataType::kFloat32);
  EXPECT_EQ(Ops(),
            "constant_0 = fill_constant(shape=[], value=3.0)\n"
            "elementwise_div_0.tmp_0 = elementwise_div(X=x, Y=constant_0)\n");
  EXPECT_EQ((1 / x_).dims(), x_.dims());
}

TEST_F(OperatorsTest, PowersAndRemainders) {
  EXPECT_EQ(pow(x_, 2).dtype(), DataType::kFloat32);
  EXPECT_EQ(pow(x_, 2.5).dtype(), DataType::kFloat32);
  EXPECT_EQ(pow(x_, y_).dims(), x_.dims());
  EXPECT_EQ((x_ % y_).dims(), x_.dims());
  EXPECT_EQ(floor_divide(x_, y_).dims(), x_.dims());
  EXPECT_EQ(abs(x_).dims(), x_.dims());
  EXPECT_EQ(Ops(),
            "square_0.tmp_0 = square(X=x)\n"
            "pow_0.tmp_0 = pow(X=x, factor=2.5)\n"
            "elementwise_pow_0.tmp_0 = elementwise_pow(X=x, Y=y)\n"
            "elementwise_mod_0.tmp_0 = elementwise_mod(X=x, Y=y)\n"
            "elementwise_floordiv_0.tmp_0 = elementwise_floordiv(X=x, Y=y)\n"
            "abs_0.tmp_0 = abs(X=x)\n");
  EXPECT_EQ(pow(2, x_).dtype(), DataType::kFloat32);
  EXPECT_EQ((7 % x_).dtype(), DataType::kFloat32);
  EXPECT_EQ(floor_divide(7, x_).dtype(), DataType::kFloat32);
}

TEST_F(OperatorsTest, HalvesStayHalves) {
  for (DataType type : {DataType::kFloat16, DataType::kBFloat16}) {
    const Variable h = data(DataTypeName(type), {3}, type);
    for (const Variable& y : {h + 2, 2.5 - h, h * 0.5, 1 / h, h / 3, pow(h, 3),
                              pow(2.0, h), h % 2, floor_divide(h, 2.5)}) {
      EXPECT_EQ(y.dtype(), type);
    }
    EXPECT_EQ((h + x_).dtype(), DataType::kFloat32);
  }
}

TEST_F(OperatorsTest, IntegersStayIntegers) {
  EXPECT_EQ(pow(n_, 3).dtype(), DataType::kInt64);
  EXPECT_EQ(pow(n_, 0.5).dtype(), DataType::kFloat64);
  EXPECT_EQ((n_ % 3).dtype(), DataType::kInt64);
  EXPECT_EQ((7 % n_).dtype(), DataType::kInt64);
  EXPECT_EQ(floor_divide(n_, n_).dtype(), DataType::kInt64);
  EXPECT_EQ(floor_divide(n_, 2.5).dtype(), DataType::kFloat64);
  EXPECT_EQ(abs(n_).dtype(), DataType::kInt64);
  EXPECT_EQ((n_ + 1).dtype(), DataType::kInt64);
  EXPECT_EQ((1 - n_).dtype(), DataType::kInt64);
  EXPECT_EQ((n_ * 2).dtype(), DataType::kInt64);
  EXPECT_EQ((n_ + 1.5).dtype(), DataType::kFloat64);
  EXPECT_EQ((n_ + ((int64_t{1} << 60) + 1)).dtype(), DataType::kInt64);
  EXPECT_EQ((n_ / n_).dtype(), DataType::kFloat64);
  EXPECT_EQ((n_ + x_).dtype(), DataType::kFloat64);
}

TEST_F(OperatorsTest, SaysWhatIsWrong) {
  EXPECT_ERROR(x_ + data("z", {4}), InvalidArgument, "[N, 3]");
}

}  // namespace
}  // namespace paddle::layer

#include "paddle/framework/layers/logical.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class LogicalTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 3});
  const Variable y_ = data("y", {3});
  const Variable n_ = data("n", {1}, DataType::kInt64);
  const Variable b_ = data("b", {3}, DataType::kBool);
};

TEST_F(LogicalTest, ComparesVariables) {
  for (const Variable& c :
       {x_<y_, x_ <= y_, x_> y_, x_ >= y_, equal(x_, y_), not_equal(x_, y_)}) {
    EXPECT_EQ(c.dtype(), DataType::kBool);
    EXPECT_EQ(c.dims(), x_.dims());
  }
  EXPECT_EQ(Ops(),
            "less_than_0.tmp_0 = less_than(X=x, Y=y)\n"
            "less_equal_0.tmp_0 = less_equal(X=x, Y=y)\n"
            "greater_than_0.tmp_0 = greater_than(X=x, Y=y)\n"
            "greater_equal_0.tmp_0 = greater_equal(X=x, Y=y)\n"
            "equal_0.tmp_0 = equal(X=x, Y=y)\n"
            "not_equal_0.tmp_0 = not_equal(X=x, Y=y)\n");
}

TEST_F(LogicalTest, ComparesWithNumbers) {
  less_than(n_, 10);
  greater_than(2.5, n_);
  EXPECT_EQ(Ops(),
            "constant_0 = fill_constant(shape=[], dtype=\"int64\", "
            "value=10.0)\n"
            "less_than_0.tmp_0 = less_than(X=n, Y=constant_0)\n"
            "constant_1 = fill_constant(shape=[], dtype=\"float64\", "
            "value=2.5)\n"
            "cast_0.tmp_0 = cast(X=n, out_dtype=\"float64\")\n"
            "greater_than_0.tmp_0 = greater_than(X=constant_1, "
            "Y=cast_0.tmp_0)\n");
  EXPECT_ERROR(less_than(1, 2), InvalidArgument, "less_than of two numbers");
}

TEST_F(LogicalTest, CombinesAndCounts) {
  const Variable both = b_ & b_;
  const Variable neither = !b_;
  both | neither;
  both ^ b_;
  is_empty(x_);
  increment(n_, 2);
  EXPECT_EQ(Ops(),
            "logical_and_0.tmp_0 = logical_and(X=b, Y=b)\n"
            "logical_not_0.tmp_0 = logical_not(X=b)\n"
            "logical_or_0.tmp_0 = logical_or(X=logical_and_0.tmp_0, "
            "Y=logical_not_0.tmp_0)\n"
            "logical_xor_0.tmp_0 = logical_xor(X=logical_and_0.tmp_0, Y=b)\n"
            "is_empty_0.tmp_0 = is_empty(X=x)\n"
            "increment_0.tmp_0 = increment(X=n, step=2.0)\n");
  EXPECT_ERROR(b_ & x_, InvalidArgument, "Y of logical_and is of bool");
}

TEST_F(LogicalTest, WritesToAGivenVariable) {
  const Variable out(main_, 0, main_->NewVar(0, "answer")->name());
  EXPECT_EQ(less_than(x_, y_, out), out);
  EXPECT_EQ(out.dims(), x_.dims());
}

}  // namespace
}  // namespace paddle::layer

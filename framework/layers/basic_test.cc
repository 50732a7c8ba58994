#include "paddle/framework/layers/basic.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"

namespace paddle::layer {
namespace {

TEST(BasicTest, WritesOneOperatorEach) {
  const auto main = NewProgram();
  const ProgramGuard guard(main, NewProgram());
  const Variable x = data("x", {2, 3});
  for (const Variable& y : {relu(x),
                            sigmoid(x),
                            tanh(x),
                            exp(x),
                            log(x),
                            square(x),
                            softmax(x),
                            scale(x, 2, 1),
                            clip(x, -1, 1),
                            mean(x),
                            reduce_sum(x),
                            reduce_mean(x, {-1}, true),
                            reduce_max(x, {0}),
                            matmul(x, x, false, true),
                            sums({x, x}),
                            reshape(x, {6}),
                            transpose(x, {1, 0}),
                            concat({x, x}, 1),
                            cast(x, DataType::kFloat64),
                            assign(x),
                            fill_constant({2}, DataType::kInt32, 7)}) {
    EXPECT_EQ(y.program(), main);
  }
  std::string text;
  for (const auto& op : main->global_block().desc().ops()) {
    text += PrintOp(op, main->schemas()) + "\n";
  }
  EXPECT_EQ(text,
            "relu_0.tmp_0 = relu(X=x)\n"
            "sigmoid_0.tmp_0 = sigmoid(X=x)\n"
            "tanh_0.tmp_0 = tanh(X=x)\n"
            "exp_0.tmp_0 = exp(X=x)\n"
            "log_0.tmp_0 = log(X=x)\n"
            "square_0.tmp_0 = square(X=x)\n"
            "softmax_0.tmp_0 = softmax(X=x)\n"
            "scale_0.tmp_0 = scale(X=x, scale=2.0, bias=1.0)\n"
            "clip_0.tmp_0 = clip(X=x, min=-1.0, max=1.0)\n"
            "mean_0.tmp_0 = mean(X=x)\n"
            "reduce_sum_0.tmp_0 = reduce_sum(X=x, reduce_all=true)\n"
            "reduce_mean_0.tmp_0 = reduce_mean(X=x, dim=[-1], keep_dim=true)\n"
            "reduce_max_0.tmp_0 = reduce_max(X=x)\n"
            "matmul_0.tmp_0 = matmul(X=x, Y=x, transpose_Y=true)\n"
            "sum_0.tmp_0 = sum(X=[x, x])\n"
            "reshape_0.tmp_0 = reshape(X=x, shape=[6])\n"
            "transpose_0.tmp_0 = transpose(X=x, axis=[1, 0])\n"
            "concat_0.tmp_0 = concat(X=[x, x], axis=1)\n"
            "cast_0.tmp_0 = cast(X=x, out_dtype=\"float64\")\n"
            "assign_0.tmp_0 = assign(X=x)\n"
            "fill_constant_0.tmp_0 = fill_constant(shape=[2], "
            "dtype=\"int32\", value=7.0)\n");
}

}  // namespace
}  // namespace paddle::layer

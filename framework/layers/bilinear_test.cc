#include "paddle/framework/layers/bilinear.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class BilinearTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const ProgramGuard guard_{main_, NewProgram()};
  const Variable x_ = data("x", {-1, 3});
  const Variable y_ = data("y", {-1, 4});
};

TEST_F(BilinearTest, MakesWeightAndBias) {
  BilinearOptions options;
  options.act = "tanh";
  bilinear_tensor_product(x_, y_, 5, options);
  EXPECT_EQ(PrintText(*main_), R"(block 0 {
  var x: [N, 3] float32, feed, no gradient
  var y: [N, 4] float32, feed, no gradient
  var bilinear_tensor_product_0.w_0: [5, 3, 4] float32, parameter
  var bilinear_tensor_product_0.b_0: [5] float32, parameter
  var bilinear_tensor_product_0.tmp_0: [N, 5] float32
  var bilinear_tensor_product_0.tmp_1: [N, 5] float32

  bilinear_tensor_product_0.tmp_0 = bilinear_tensor_product(X=x, Y=y, Weight=bilinear_tensor_product_0.w_0, Bias=bilinear_tensor_product_0.b_0)
  bilinear_tensor_product_0.tmp_1 = tanh(X=bilinear_tensor_product_0.tmp_0)
}
)");
}

TEST_F(BilinearTest, WithoutBias) {
  BilinearOptions options;
  options.weight = "shared";
  options.bias.reset();
  EXPECT_EQ(bilinear_tensor_product(x_, y_, 5, options).dims(), Dims({-1, 5}));
  bilinear_tensor_product(x_, y_, 5, options);
  EXPECT_EQ(get_variable("shared").dims(), Dims({5, 3, 4}));
}

TEST_F(BilinearTest, ChecksItsInputs) {
  EXPECT_ERROR(bilinear_tensor_product(x_, data("z", {4}), 5), InvalidArgument,
               "bilinear_tensor_product_0 takes rows [rows, width], not 'z");
}

}  // namespace
}  // namespace paddle::layer

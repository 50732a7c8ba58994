#include "paddle/framework/layers/nn.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class NnTest : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
};

TEST_F(NnTest, FcIsOfThreeOperators) {
  FcOptions options;
  options.act = "relu";
  options.weight.initializer = initializer::Uniform(-0.5, 0.25);
  fc(data("x", {-1, 13}), 4, options);
  EXPECT_EQ(PrintText(*main_),
            R"(block 0 {
  var x: [N, 13] float32, feed, no gradient
  var fc_0.w_0: [13, 4] float32, parameter
  var fc_0.tmp_0: [N, 4] float32
  var fc_0.b_0: [4] float32, parameter
  var fc_0.tmp_1: [N, 4] float32
  var fc_0.tmp_2: [N, 4] float32

  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  fc_0.tmp_2 = relu(X=fc_0.tmp_1)
}
)");
  EXPECT_EQ(PrintText(*startup_),
            R"(block 0 {
  var fc_0.w_0: [13, 4] float32, parameter
  var fc_0.b_0: [4] float32, parameter

  fc_0.w_0 = uniform_random(shape=[13, 4], min=-0.5, max=0.25)
  fc_0.b_0 = fill_constant(shape=[4])
}
)");
}

TEST_F(NnTest, FcOfTwoVariablesIsAProduct) {
  const Variable x = data("x", {-1, 3});
  EXPECT_EQ(fc(parameter({3, 4}), x).dims()[1], 4);
  const Variable w = parameter({1}, DataType::kFloat32, "w");
  const Variable narrow = data("narrow", {-1, 1});
  const int block = main_->AddBlock(0);
  {
    const BlockGuard guard(block);
    EXPECT_EQ(fc(w, narrow).ToString(), "matmul_1.tmp_0 [N, 1] float32");
  }
  EXPECT_EQ(main_->block(block).desc().ops_size(), 1);
  EXPECT_EQ(main_->global_block().desc().ops(1).type(), "reshape");
  EXPECT_ERROR(fc(parameter({2}), x), InvalidArgument,
               "a weight is a matrix or of shape [1], not parameter_1 [2]");
  EXPECT_ERROR(fc(parameter({2, 2}), x), InvalidArgument, "x [N, 3] float32");
  EXPECT_ERROR(fc(w, x), InvalidArgument, "x [N, 3] float32");
}

TEST_F(NnTest, FcAddsItsInputs) {
  FcOptions options;
  options.bias = absl::nullopt;
  const Variable y = fc({data("a", {-1, 3}), data("b", {-1, 2})}, 4, options);
  EXPECT_EQ(y.ToString(), "fc_0.tmp_2 [N, 4] float32");
  EXPECT_EQ(get_variable("fc_0.w_1").dims(), Dims({2, 4}));
  EXPECT_EQ(main_->global_block().desc().ops(2).type(), "sum");
}

TEST_F(NnTest, FcWithoutSizeKeepsTheWidth) {
  EXPECT_EQ(fc(data("x", {-1, 3})).dims(), Dims({-1, 3}));
}

TEST_F(NnTest, FcFlattens) {
  const Variable x = data("x", {-1, 5, 2, 3});
  EXPECT_EQ(fc(x, 7).dims(), Dims({-1, 7}));
  EXPECT_EQ(get_variable("fc_0.w_0").dims(), Dims({30, 7}));
  FcOptions options;
  options.num_flatten_dims = 2;
  EXPECT_EQ(fc(x, 7, options).dims(), Dims({-1, 5, 7}));
}

TEST_F(NnTest, FcSharesNamedParameters) {
  FcOptions options;
  options.weight = "fc.w";
  options.bias = ParamAttr("fc.b");
  const Variable x = data("x", {-1, 3});
  fc(fc(x, 3, options), 3, options);
  EXPECT_EQ(startup_->global_block().desc().ops_size(), 2);
}

TEST_F(NnTest, FcSaysWhatIsWrong) {
  const Variable x = data("x", {-1, 3});
  FcOptions options;
  options.num_flatten_dims = 2;
  EXPECT_ERROR(fc(x, 3, options), InvalidArgument, "num_flatten_dims is 2");
  EXPECT_ERROR(fc(data("s", {-1, -1}), 3), InvalidArgument, "fc_1's weight");
  EXPECT_ERROR(fc(x, -1), InvalidArgument, "the size of fc_2");
}

TEST_F(NnTest, ConvolutionHasFiltersAndBias) {
  Conv2dOptions options;
  options.stride = 2;
  options.padding = {1, 2};
  options.groups = 2;
  options.act = "relu";
  const Variable y = conv2d(data("x", {-1, 4, 28, 28}), 6, 5, options);
  EXPECT_EQ(y.dims(), Dims({-1, 6, 13, 14}));
  EXPECT_EQ(get_variable("conv2d_0.w_0").dims(), Dims({6, 2, 5, 5}));
  EXPECT_EQ(get_variable("conv2d_0.b_0").dims(), Dims({6}));
  const auto& add = main_->global_block().desc().ops(1);
  EXPECT_EQ(framework::GetAttr<int64_t>(add, "axis"), 1);
  EXPECT_EQ(startup_->global_block().desc().ops(0).type(), "gaussian_random");
}

TEST_F(NnTest, ConvolutionSaysWhatIsWrong) {
  Conv2dOptions options;
  options.groups = 3;
  EXPECT_ERROR(conv2d(data("x", {-1, 4, 8, 8}), 6, 3, options), InvalidArgument,
               "3 groups do not divide 4 channels");
  EXPECT_ERROR(conv2d(data("y", {-1, 4, 8, 8}), 0, 3), InvalidArgument,
               "the number of filters is positive, not 0");
  EXPECT_ERROR(conv2d(data("m", {-1, 4}), 6, 3), InvalidArgument,
               "conv2d takes images");
}

TEST_F(NnTest, PoolsImages) {
  Pool2dOptions options;
  options.stride = 2;
  const Variable x = data("x", {-1, 3, 24, 24});
  EXPECT_EQ(pool2d(x, 2, options).dims(), Dims({-1, 3, 12, 12}));
  options.type = "avg";
  options.global = true;
  EXPECT_EQ(pool2d(x, 1, options).dims(), Dims({-1, 3, 1, 1}));
}

TEST_F(NnTest, BatchNormKeepsStatistics) {
  BatchNormOptions options;
  options.act = "relu";
  const Variable y = batch_norm(data("x", {-1, 3, 8, 8}), options);
  EXPECT_EQ(y.dims(), Dims({-1, 3, 8, 8}));
  const auto& op = main_->global_block().desc().ops(0);
  EXPECT_EQ(framework::Output(op, "MeanOut"), "batch_norm_0.mean_0");
  EXPECT_EQ(framework::Output(op, "VarianceOut"), "batch_norm_0.variance_0");
  EXPECT_FALSE(get_variable("batch_norm_0.mean_0").trainable());
  EXPECT_EQ(framework::GetAttr<double>(startup_->global_block().desc().ops(3),
                                       "value"),
            1);
}

TEST_F(NnTest, DropoutKeepsTheShape) {
  const Variable x = data("x", {-1, 3});
  EXPECT_EQ(dropout(x, 0.5).dims(), x.dims());
  EXPECT_ERROR(dropout(x, 1.5), InvalidArgument, "dropout_prob");
}

TEST_F(NnTest, EmbeddingLooksUpRows) {
  const Variable ids = data("ids", {-1, 1}, DataType::kInt64);
  EmbeddingOptions options;
  options.is_sparse = true;
  EXPECT_EQ(embedding(ids, 100, 8, options).dims(), Dims({-1, 8}));
  EXPECT_EQ(get_variable("embedding_0.w_0").dims(), Dims({100, 8}));
  EXPECT_ERROR(embedding(ids, 0, 8), InvalidArgument, "a table of [0, 8]");
}

}  // namespace
}  // namespace paddle::layer

#include "paddle/framework/layers/norm.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class NormTest : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
};

TEST_F(NormTest, LayerNormHasVectors) {
  LayerNormOptions options;
  options.act = "relu";
  layer_norm(data("x", {-1, 3, 4}), options);
  EXPECT_EQ(PrintText(*main_),
            R"(block 0 {
  var x: [N, 3, 4] float32, feed, no gradient
  var layer_norm_0.w_0: [12] float32, parameter
  var layer_norm_0.b_0: [12] float32, parameter
  var layer_norm_0.tmp_0: [N, 3, 4] float32
  var layer_norm_0.tmp_1: [N] float32
  var layer_norm_0.tmp_2: [N] float32
  var layer_norm_0.tmp_3: [N, 3, 4] float32

  {Y: layer_norm_0.tmp_0, Mean: layer_norm_0.tmp_1, Variance: layer_norm_0.tmp_2} = layer_norm(X=x, Scale=layer_norm_0.w_0, Bias=layer_norm_0.b_0)
  layer_norm_0.tmp_3 = relu(X=layer_norm_0.tmp_0)
}
)");
  EXPECT_EQ(PrintText(*startup_),
            R"(block 0 {
  var layer_norm_0.w_0: [12] float32, parameter
  var layer_norm_0.b_0: [12] float32, parameter

  layer_norm_0.w_0 = fill_constant(shape=[12], value=1.0)
  layer_norm_0.b_0 = fill_constant(shape=[12])
}
)");
}

TEST_F(NormTest, WithoutParameters) {
  const Variable x = data("x", {-1, 4, -1});
  LayerNormOptions layer;
  layer.begin_norm_axis = 1;
  layer.scale = layer.bias = absl::nullopt;
  EXPECT_ERROR(layer_norm(x, layer), InvalidArgument, "known in advance");
  ImageNormOptions image;
  image.scale = image.bias = absl::nullopt;
  EXPECT_EQ(group_norm(x, 2, image).dims(), x.dims());
  EXPECT_EQ(instance_norm(x, image).dims(), x.dims());
  EXPECT_EQ(startup_->global_block().desc().ops_size(), 0);
}

TEST_F(NormTest, ParametersOfImagesAreOfChannels) {
  const Variable x = data("x", {-1, 6, -1, -1});
  EXPECT_EQ(group_norm(x, 3).dims(), x.dims());
  EXPECT_EQ(get_variable("group_norm_0.w_0").dims(), Dims({6}));
  EXPECT_EQ(instance_norm(x).dims(), x.dims());
  EXPECT_EQ(get_variable("instance_norm_0.b_0").dims(), Dims({6}));
  EXPECT_ERROR(group_norm(x, 4), InvalidArgument, "4 groups do not divide");
  EXPECT_ERROR(instance_norm(data("y", {3})), InvalidArgument,
               "takes [N, C, ...], not y [3] float32");
}

TEST_F(NormTest, RmsNormIsOfTheLastAxis) {
  EXPECT_EQ(rms_norm(data("x", {-1, 3, 4})).dims().rank(), 3);
  EXPECT_EQ(get_variable("rms_norm_0.w_0").dims(), Dims({4}));
}

TEST_F(NormTest, HalvesHaveFloatParameters) {
  const Variable x = data("x", {-1, 6, 2}, DataType::kBFloat16);
  EXPECT_EQ(layer_norm(x).dtype(), DataType::kBFloat16);
  EXPECT_EQ(rms_norm(x).dtype(), DataType::kBFloat16);
  EXPECT_EQ(group_norm(x, 2).dtype(), DataType::kBFloat16);
  EXPECT_EQ(batch_norm(x).dtype(), DataType::kBFloat16);
  for (const char* name :
       {"layer_norm_0.w_0", "layer_norm_0.b_0", "rms_norm_0.w_0",
        "group_norm_0.w_0", "batch_norm_0.w_0", "batch_norm_0.mean_0"}) {
    EXPECT_EQ(get_variable(name).dtype(), DataType::kFloat32) << name;
  }
}

TEST_F(NormTest, WithoutParametersAtAll) {
  const Variable x = data("x", {-1, 6, 2});
  EXPECT_EQ(l2_normalize(x, -1).dims(), x.dims());
  EXPECT_EQ(lrn(x).dims(), x.dims());
  const auto& ops = main_->global_block().desc().ops();
  EXPECT_EQ(ops[0].type(), "norm");
  EXPECT_EQ(ops[1].type(), "lrn");
}

}  // namespace
}  // namespace paddle::layer

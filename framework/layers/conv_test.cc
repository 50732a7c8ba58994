#include "paddle/framework/layers/conv.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class ConvTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable image_ = data("image", {-1, 4, 9, 10});
  const Variable volume_ = data("volume", {-1, 4, 5, 6, 7});
  const Variable rows_ = data("rows", {-1, 3}, DataType::kFloat32, 1);
};

TEST_F(ConvTest, ConvolvesVolumes) {
  ConvOptions options;
  options.stride = {1, 2, 1};
  options.padding = 1;
  options.groups = 2;
  options.act = "relu";
  EXPECT_EQ(conv3d(volume_, 6, 3, options).dims(), Dims({-1, 6, 5, 3, 7}));
  EXPECT_EQ(get_variable("conv3d_0.w_0").dims(), Dims({6, 2, 3, 3, 3}));
  EXPECT_EQ(get_variable("conv3d_0.b_0").dims(), Dims({6}));
  EXPECT_EQ(startup_->global_block().desc().ops(0).type(), "gaussian_random");
}

TEST_F(ConvTest, GivesEachChannelItsFilters) {
  ConvOptions options;
  options.padding = {1, 0};
  options.name = "deep";
  EXPECT_EQ(depthwise_conv2d(image_, 0, 3, options).dims(),
            Dims({-1, 4, 9, 8}));
  EXPECT_EQ(get_variable("deep.w_0").dims(), Dims({4, 1, 3, 3}));
  EXPECT_EQ(depthwise_conv2d(image_, 8, {1, 2}).dims(), Dims({-1, 8, 9, 9}));
  EXPECT_ERROR(depthwise_conv2d(image_, 6, 3), InvalidArgument,
               "4 groups do not divide 4 channels and 6 filters");
}

TEST_F(ConvTest, EnlargesImages) {
  ConvTransposeOptions options;
  options.stride = 2;
  options.padding = 1;
  options.groups = 2;
  options.output_padding = {1, 0};
  EXPECT_EQ(conv2d_transpose(image_, 6, 3, options).dims(),
            Dims({-1, 6, 18, 19}));
  EXPECT_EQ(get_variable("conv2d_transpose_0.w_0").dims(), Dims({4, 3, 3, 3}));
  options.output_padding = {};
  EXPECT_EQ(conv3d_transpose(volume_, 2, {2, 3, 4}, options).dims(),
            Dims({-1, 2, 8, 11, 14}));
}

TEST_F(ConvTest, FindsTheFilterForASize) {
  ConvTransposeOptions options;
  options.stride = 2;
  options.output_size = {19, 20};
  EXPECT_EQ(conv2d_transpose(image_, 6, {}, options).dims(),
            Dims({-1, 6, 19, 20}));
  EXPECT_EQ(get_variable("conv2d_transpose_0.w_0").dims(), Dims({4, 6, 3, 2}));
  options.output_size = {16, 20};
  EXPECT_ERROR(conv2d_transpose(image_, 6, {}, options), InvalidArgument,
               "no filter makes 16 elements of axis 2");
  EXPECT_ERROR(conv2d_transpose(image_, 6, {}), InvalidArgument,
               "needs a filter size or an output size");
}

TEST_F(ConvTest, Pools) {
  PoolOptions options;
  options.stride = 2;
  EXPECT_EQ(pool3d(volume_, 2, options).dims(), Dims({-1, 4, 2, 3, 3}));
  const PooledWithIndex pooled = max_pool_with_index(image_, 2, options);
  EXPECT_EQ(pooled.out.dims(), Dims({-1, 4, 4, 5}));
  EXPECT_EQ(pooled.mask.dtype(), DataType::kInt64);
  EXPECT_EQ(unpool(pooled.out, pooled.mask, 2, 2).dims(), Dims({-1, 4, 8, 10}));
  EXPECT_EQ(unpool(pooled.out, pooled.mask, 2, 2, 0, {9, 10}).dims(),
            Dims({-1, 4, 9, 10}));
  options.adaptive = true;
  EXPECT_EQ(max_pool_with_index(volume_, {1, 2, 3}, options).out.dims(),
            Dims({-1, 4, 1, 2, 3}));
}

TEST_F(ConvTest, ResizesAndMakesSequences) {
  const Variable patches = im2sequence(image_, {3, 2}, 2, {1, 0, 1, 0});
  EXPECT_EQ(patches.dims()[1], 24);
  EXPECT_EQ(patches.lod_level(), 1);
  EXPECT_EQ(resize_bilinear(image_, {18, 5}).dims(), Dims({-1, 4, 18, 5}));
  EXPECT_EQ(resize_nearest(image_, 7).dims(), Dims({-1, 4, 7, 7}));
  EXPECT_EQ(row_conv(rows_, 2, "lookahead").dims(), rows_.dims());
  EXPECT_EQ(get_variable("lookahead").dims(), Dims({3, 3}));
}

TEST_F(ConvTest, SaysWhatIsWrong) {
  EXPECT_ERROR(conv3d(image_, 6, 3), InvalidArgument,
               "conv3d takes images [N, C, D, H, W], not image ");
  EXPECT_ERROR(conv3d(volume_, 6, {3, 3}), InvalidArgument,
               "conv3d_0's filter size is one number or 3, not 2");
  EXPECT_ERROR(conv3d(data("any", {-1, -1, 2, 2, 2}), 6, 3), InvalidArgument,
               "conv3d's parameters");
  EXPECT_ERROR(row_conv(image_, 2), InvalidArgument, "rows [rows, n], not");
  EXPECT_ERROR(row_conv(rows_, -1), InvalidArgument, "the future context of");
}

}  // namespace
}  // namespace paddle::layer

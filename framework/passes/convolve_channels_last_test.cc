#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/loops_fixture.h"

namespace paddle::framework::testing {
namespace {

constexpr char kPass[] = "convolve_channels_last";

class ConvolveChannelsLastTest : public LoopsFixture {
 protected:
  static Variable Conv(const Variable& x, int64_t filters, int64_t kernel,
                       int64_t stride = 1) {
    layer::Conv2dOptions options;
    options.stride = {stride, stride};
    options.padding = {kernel / 2, kernel / 2};
    options.bias = absl::nullopt;
    return layer::batch_norm(layer::conv2d(x, filters, kernel, options));
  }

  // A residual network with a pool, of images of odd sizes.
  Variable ResNet(int64_t size) {
    Variable x = layer::relu(Conv(Fed("x", {-1, 3, size, size}, 5), 16, 3));
    x = layer::pool2d(x, 2, Halving());
    for (int64_t filters : {16, 40}) {
      const int64_t stride = filters / 16;
      const Variable y = layer::relu(Conv(x, filters, 3, stride));
      const Variable around = stride == 1 ? x : Conv(x, filters, 1, stride);
      x = layer::relu(Conv(y, filters, 3) + around);
    }
    return layer::mean(layer::fc(layer::reduce_mean(x, {2, 3}), 4));
  }

  static layer::Pool2dOptions Halving() {
    layer::Pool2dOptions options;
    options.stride = {2, 2};
    return options;
  }

  // Returns the loss and the gradients of all parameters.
  static std::vector<Variable> WithGradients(const Variable& loss) {
    std::vector<Variable> all = {loss};
    for (const auto& pair : backward::AppendBackward(loss)) {
      all.push_back(pair.grad);
    }
    return all;
  }
};

TEST_F(ConvolveChannelsLastTest, LeavesTransposesAtTheEndsOfANetwork) {
  const auto fetches = WithGradients(ResNet(17));
  const auto program = Passed({kPass}, fetches);
  EXPECT_EQ(Count(*program, 0, "conv2d_nhwc"), 6);
  EXPECT_EQ(Count(*program, 0, "conv2d_nhwc_grad"), 6);
  EXPECT_EQ(Count(*program, 0, "conv2d"), 0);
  // They are of the images, before the mean over pixels, and behind its
  // gradient.
  EXPECT_EQ(Count(*program, 0, "transpose"), 3);
}

TEST_F(ConvolveChannelsLastTest, ChangesNoBit) {
  ExpectSameBits(kPass, WithGradients(ResNet(17)));
}

TEST_F(ConvolveChannelsLastTest, ChangesNoBitOfLargeImages) {
  ExpectSameBits(kPass, WithGradients(ResNet(40)));
}

TEST_F(ConvolveChannelsLastTest, WorksWithOtherPasses) {
  const auto fetches = WithGradients(ResNet(17));
  ExpectSameBits(
      {"common_subexpressions", "fuse_elementwise"},
      {"common_subexpressions", kPass, "fuse_elementwise", "dead_operators"},
      fetches);
}

TEST_F(ConvolveChannelsLastTest, LeavesAloneWhatGainsNothing) {
  const Variable x = Fed("x", {-1, 3, 9, 9});
  // A single convolution turns its images faster while they are in the cache.
  EXPECT_TRUE(LeavesAlone(kPass, Conv(x, 8, 3)));
}

TEST_F(ConvolveChannelsLastTest, OfDepthwiseConvolutionsAndDoubles) {
  Variable x = layer::cast(Fed("x", {-1, 8, 9, 9}), DataType::kFloat64);
  for (int i = 0; i < 3; ++i) x = Conv(x, 8, 3);
  EXPECT_TRUE(LeavesAlone(kPass, x));
  Variable y = Fed("y", {-1, 8, 9, 9});
  layer::Conv2dOptions options;
  options.groups = 8;
  for (int i = 0; i < 3; ++i) y = layer::conv2d(y, 8, 3, options);
  EXPECT_TRUE(LeavesAlone(kPass, y));
}

TEST_F(ConvolveChannelsLastTest, KeepsWhatIsFetched) {
  const Variable x = Fed("x", {-1, 3, 24, 24}, 2);
  std::vector<Variable> fetches;
  Variable y = x;
  for (int i = 0; i < 4; ++i) {
    y = layer::relu(Conv(y, 16, 3));
    if (i == 1) fetches.push_back(y);
  }
  fetches.push_back(y);
  ExpectSameBits(kPass, fetches);
}

}  // namespace
}  // namespace paddle::framework::testing

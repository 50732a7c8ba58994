#include "paddle/framework/layers/image_format.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class ImageFormatTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 8, 6, 3});
};

TEST_F(ImageFormatTest, TurnsImagesThereAndBack) {
  const ImageFormat last("conv", "NHWC", 2);
  EXPECT_TRUE(last.channels_last());
  const Variable first = last.First(x_);
  EXPECT_EQ(first.dims(), Dims({framework::kBatchSize, 3, 8, 6}));
  EXPECT_EQ(last.Back(first).dims(), x_.dims());
  const Variable volume = data("volume", {-1, 4, 8, 6, 3});
  const ImageFormat deep("conv", "NDHWC", 3);
  EXPECT_EQ(deep.First(volume).dims(),
            Dims({framework::kBatchSize, 3, 4, 8, 6}));
  EXPECT_EQ(deep.Back(deep.First(volume)).dims(), volume.dims());
}

TEST_F(ImageFormatTest, LeavesImagesWithTheirChannelsFirst) {
  for (const char* format : {"", "NCHW"}) {
    const ImageFormat first("conv", format, 2);
    EXPECT_FALSE(first.channels_last());
    EXPECT_EQ(first.First(x_), x_);
    EXPECT_EQ(first.Back(x_), x_);
  }
  EXPECT_EQ(OpCount(), 0);
}

TEST_F(ImageFormatTest, RefusesOthers) {
  EXPECT_ERROR(ImageFormat("conv_7", "NDHWC", 2), InvalidArgument,
               "conv_7: the format 'NDHWC' of images; it is NCHW or NHWC");
  EXPECT_ERROR(ImageFormat("conv_7", "NHWC", 3), InvalidArgument,
               "it is NCDHW or NDHWC");
  EXPECT_ERROR(ImageFormat("conv_7", "NDHWC", 3).First(x_), InvalidArgument,
               "conv_7 takes images [N, D, H, W, C], not x");
}

}  // namespace
}  // namespace paddle::layer

#include "paddle/framework/layers/param_attr.h"

#include <cmath>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

TEST(ParamAttrTest, IsMadeFromAName) {
  const ParamAttr attr = "fc.w";
  EXPECT_EQ(attr.name, "fc.w");
  EXPECT_TRUE(attr.trainable);
  EXPECT_FALSE(attr.regularizer.has_value());
}

TEST(RegularizerTest, HasKindAndCoefficient) {
  EXPECT_EQ(L1Decay(0.5).kind(), Regularizer::L1);
  EXPECT_EQ(L2Decay(0.5).kind(), Regularizer::L2);
  EXPECT_EQ(L2Decay(0.5).coefficient(), 0.5);
  EXPECT_EQ(NoRegularizer().kind(), Regularizer::NONE);
}

TEST(RegularizerTest, RefusesDecaysThatGrow) {
  EXPECT_ERROR(L2Decay(-1), InvalidArgument,
               "a decay is finite and at least 0, not -1");
  EXPECT_ERROR(L1Decay(INFINITY), InvalidArgument, "not inf");
}

TEST(GradientClipTest, HasItsBounds) {
  EXPECT_EQ(NoClip().kind(), GradientClip::NONE);
  EXPECT_EQ(ClipByValue(-1, 2).max(), 2);
  EXPECT_EQ(ClipByNorm(3).norm(), 3);
  EXPECT_EQ(ClipByGlobalNorm(3).group(), "default");
  EXPECT_EQ(ClipByGlobalNorm(3, "g").kind(), GradientClip::GLOBAL_NORM);
}

TEST(GradientClipTest, RefusesImpossibleBounds) {
  EXPECT_ERROR(ClipByValue(1, -1), InvalidArgument, "the bounds");
  EXPECT_ERROR(ClipByNorm(0), InvalidArgument, "the norm");
  EXPECT_ERROR(ClipByGlobalNorm(-1), InvalidArgument, "the norm");
}

}  // namespace
}  // namespace paddle::layer

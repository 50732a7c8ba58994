// Tests import_resize.cc and import_sampling.cc.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/given_node.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;

// Resizes a line of numbers.
std::vector<double> Resized(
    const Numbers& line, float scale,
    const std::vector<std::pair<const char*, const char*>>& texts) {
  ModelBuilder builder(19);
  const Sizes dims{1, static_cast<int64_t>(line.size())};
  builder.Input("x", dims);
  builder.Floats("scales", {2}, {1, scale});
  builder.Floats("roi", {4}, {0, 0, 1, 2});
  proto::NodeProto* node =
      builder.Node("Resize", {"x", "roi", "scales"}, {"y"});
  for (const auto& [name, text] : texts) SetText(node, name, text);
  SetFloat(node, "extrapolation_value", 7);
  builder.Output("y");
  return RunImported(Import(builder.model()), {{"x", FloatTensor(dims, line)}});
}

TEST(ImportResizeTest, TakesTheNearestElements) {
  EXPECT_THAT(Resized({1, 2}, 2, {}), ElementsAre(1, 1, 2, 2));
  EXPECT_THAT(Resized({1, 2, 3, 4}, 0.5,
                      {{"coordinate_transformation_mode", "asymmetric"},
                       {"nearest_mode", "ceil"}}),
              ElementsAre(1, 3));
  // One that lies outside is as the first, which nothing is shared with.
  ModelBuilder builder(19);
  builder.Input("x", {2});
  builder.Floats("scales", {1}, {2});
  proto::NodeProto* node = builder.Node("Resize", {"x", "", "scales"}, {"y"});
  SetText(node, "nearest_mode", "floor");
  SetInt(node, "exclude_outside", 1);
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({2}, {1, 2})}}),
      ElementsAre(1, 1, 1, 2));
}

TEST(ImportResizeTest, InterpolatesLinearly) {
  EXPECT_THAT(Resized({1, 2}, 2, {{"mode", "linear"}}),
              ElementsAre(1, 1.25, 1.75, 2));
  EXPECT_THAT(Resized({1, 3}, 1.5,
                      {{"mode", "linear"},
                       {"coordinate_transformation_mode", "align_corners"}}),
              ElementsAre(1, 2, 3));
}

TEST(ImportResizeTest, InterpolatesByCubes) {
  // By Keys' kernel with a = -0.75, at places -0.25, 0.25, 0.75 and 1.25.
  EXPECT_THAT(Resized({0, 1}, 2, {{"mode", "cubic"}}),
              Pointwise(DoubleNear(1e-6),
                        {-0.10546875, 0.2265625, 0.7734375, 1.10546875}));
}

TEST(ImportResizeTest, FillsWhatLiesOutside) {
  EXPECT_THAT(
      Resized({1, 2, 3}, 1,
              {{"mode", "linear"},
               {"coordinate_transformation_mode", "tf_crop_and_resize"}}),
      ElementsAre(1, 3, 7));
}

TEST(ImportResizeTest, KeepsTheAspectRatio) {
  ModelBuilder builder(19);
  builder.Input("x", {1, 2});
  builder.Ints("sizes", {2}, {3, 4});
  SetText(builder.Node("Resize", {"x", "", "", "sizes"}, {"y"}),
          "keep_aspect_ratio_policy", "not_larger");
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({1, 2}, {1, 2})}}),
              ElementsAre(1, 1, 2, 2, 1, 1, 2, 2));
}

// Samples the image (1, 2; 3, 4) at a place.
std::vector<double> Sampled(float x, float y, const std::string& padding,
                            const std::string& mode) {
  return RunNode({"GridSample",
                  {{{1, 1, 2, 2}, {1, 2, 3, 4}}, {{1, 1, 1, 2}, {x, y}}},
                  20},
                 [&](proto::NodeProto* node) {
                   SetText(node, "padding_mode", padding);
                   SetText(node, "mode", mode);
                 });
}

TEST(ImportSamplingTest, InterpolatesBetweenPixels) {
  EXPECT_THAT(Sampled(0, 0, "zeros", "linear"), ElementsAre(2.5));
  EXPECT_THAT(Sampled(0.5, -0.5, "zeros", "nearest"), ElementsAre(2));
  // Between the corner and three pixels of nothing.
  EXPECT_THAT(Sampled(1, 1, "zeros", "linear"), ElementsAre(1));
}

TEST(ImportSamplingTest, PadsWithTheBorderOrAMirror) {
  EXPECT_THAT(Sampled(9, 0.5, "border", "linear"), ElementsAre(4));
  // At -1.5 of the first axis, which lies 1 outside, a mirror shows row 1.
  EXPECT_THAT(Sampled(-0.5, -2.5, "reflection", "linear"), ElementsAre(3));
}

TEST(ImportSamplingTest, CubesReachBeyondTheBorder) {
  // At -0.25 of the last axis: three elements of 1, and one of 2 whose weight
  // is -0.75 (t^3 - 2 t^2 + t) for t = 0.25.
  EXPECT_THAT(Sampled(-0.75, -0.5, "border", "cubic"),
              ElementsAre(DoubleNear(1 - 0.75 * 0.140625, 1e-6)));
}

TEST(ImportSamplingTest, OnePixelLiesInTheMiddle) {
  ModelBuilder builder(20);
  builder.Input("theta", {1, 2, 3});
  builder.Ints("size", {4}, {1, 1, 1, 2});
  SetInt(builder.Node("AffineGrid", {"theta", "size"}, {"y"}), "align_corners",
         1);
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()),
                  {{"theta", FloatTensor({1, 2, 3}, {1, 0, 0, 0, 1, 0})}}),
      ElementsAre(-1, 0, 1, 0));
}

TEST(ImportSamplingTest, SizesOfAGridMayBeFed) {
  for (const bool aligned : {false, true}) {
    for (const Sizes& size :
         {Sizes{2, 1, 3, 2}, Sizes{2, 1, 1, 4}, Sizes{2, 1, 2, 3, 1}}) {
      const auto count = static_cast<int64_t>(size.size());
      const int64_t axes = count - 2;
      Numbers theta;
      for (int64_t i = 0; i < 2 * axes * (axes + 1); ++i) {
        theta.push_back(static_cast<float>(i % 5) - 2);
      }
      const GivenNode node{
          "AffineGrid",
          20,
          {FloatTensor({2, axes, axes + 1}, theta), IntTensor({count}, size)},
          [=](proto::NodeProto* proto) {
            SetInt(proto, "align_corners", aligned);
          }};
      ExpectSameAsConstants(node, {Given::kFed}, 1e-5);
    }
  }
}

TEST(ImportSamplingTest, RefusesFedSizesThatAreNone) {
  const GivenNode node{"AffineGrid",
                       20,
                       {FloatTensor({1, 2, 3}, {1, 0, 0, 0, 1, 0}),
                        IntTensor({4}, {1, 1, 0, 2})}};
  EXPECT_ERROR(RunGiven(node, Given::kFed), InvalidArgument,
               "a size, input 1 ('i1'), is 0");
}

TEST(ImportSamplingTest, CountsTheElementsOfAllConstants) {
  ModelBuilder builder(20);
  builder.Input("theta", {1, 2, 3});
  builder.Ints("size", {4}, {1, 1, 1024, 1024});
  for (int i = 0; i < 11; ++i) {
    builder.Node("AffineGrid", {"theta", "size"}, {"y" + std::to_string(i)});
  }
  builder.Output("y0");
  EXPECT_ERROR(Import(builder.model()), ResourceExhausted, "33554432 elements");
}

TEST(ImportSamplingTest, MovesAGrid) {
  ModelBuilder builder(20);
  builder.Input("theta", {1, 2, 3});
  builder.Ints("size", {4}, {1, 1, 1, 2});
  builder.Node("AffineGrid", {"theta", "size"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()),
                  {{"theta", FloatTensor({1, 2, 3}, {2, 0, 10, 0, 1, 20})}}),
      ElementsAre(9, 20, 11, 20));
}

}  // namespace
}  // namespace paddle::onnx::testing

// Tests import_resize.cc and import_sampling.cc.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"

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

// Tests import_detection.cc, and sampling at places that models compute.
#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

// A model of an image of one channel and two by three elements, with a box.
struct OneBox {
  explicit OneBox(int opset = 17) : builder(opset) {
    builder.Input("x", {1, 1, 2, 3});
    builder.Floats("boxes", {1, 4}, {0, 0, 2, 1});
    builder.Ints("images", {1}, {0});
    node = builder.Node("RoiAlign", {"x", "boxes", "images"}, {"y"});
    SetInt(node, "output_width", 2);
    builder.Output("y");
  }
  std::vector<double> Run() {
    return RunImported(Import(builder.model()),
                       {{"x", FloatTensor({1, 1, 2, 3}, {1, 2, 3, 4, 8, 5})}});
  }
  ModelBuilder builder;
  proto::NodeProto* node;
};

TEST(ImportDetectionTest, AlignsRegions) {
  EXPECT_THAT(OneBox(10).Run(), ElementsAre(15. / 4, 18. / 4));
  // Samples at (0, 0) and (0, 1).
  EXPECT_THAT(OneBox().Run(), ElementsAre(1, 2));
  OneBox max(10);
  SetText(max.node, "mode", "max");
  EXPECT_THAT(max.Run(), ElementsAre(2, 2));
  OneBox wrong;
  SetText(wrong.node, "mode", "sum");
  EXPECT_ERROR(wrong.Run(), Unimplemented, "mode sum");
}

TEST(ImportDetectionTest, PoolsRegions) {
  const OneNode pool{"MaxRoiPool",
                     {{{2, 1, 1, 3}, {1, 2, 3, 6, 5, 4}},
                      {{2, 5},
                       {1, 0, 0, 1, 0,  //
                        0, 1, 0, 2, 0}}}};
  EXPECT_THAT(RunNode(pool,
                      [](proto::NodeProto* node) {
                        SetInts(node, "pooled_shape", {1, 2});
                      }),
              ElementsAre(6, 5, 2, 3));
}

TEST(ImportDetectionTest, ChoosesBoxes) {
  ModelBuilder builder;
  builder.Input("boxes", {1, 3, 4});
  builder.Input("scores", {1, 1, 3});
  builder.Ints("most", {1}, {2});
  builder.Floats("overlap", {1}, {0.5});
  builder.Node("NonMaxSuppression", {"boxes", "scores", "most", "overlap"},
               {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()),
                  {{"boxes", FloatTensor({1, 3, 4}, {0, 0, 4, 4, 0, 1, 4, 5, 9,
                                                     9, 10, 10})},
                   {"scores", FloatTensor({1, 1, 3}, {.5, .75, .25})}}),
      ElementsAre(0, 0, 1, 0, 0, 2));
}

// Windows of two elements, the second of which is moved.
TEST(ImportSamplingTest, ConvolvesWhereOffsetsSay) {
  ModelBuilder builder(19);
  builder.Input("x", {1, 1, 1, 3});
  builder.Input("offset", {1, 4, 1, 2});
  builder.Floats("w", {1, 1, 1, 2}, {1, 10});
  builder.Floats("bias", {1}, {1000});
  builder.Floats("mask", {1, 2, 1, 2}, {1, 1, 1, 2});
  builder.Node("DeformConv", {"x", "w", "offset", "bias", "mask"}, {"y"});
  builder.Output("y");
  // The first tap is not moved; the second is along y, and along x.
  const Numbers offset{0, 0, 0, 0, 0, -0.5, 0.5, 0};
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({1, 1, 1, 3}, {1, 2, 3})},
                           {"offset", FloatTensor({1, 4, 1, 2}, offset)}}),
              ElementsAre(1000 + 1 + 25, 1000 + 2 + 2 * 15));
}

TEST(ImportSamplingTest, RefusesHugeOffsets) {
  constexpr int64_t kHuge = int64_t{1} << 32;
  ModelBuilder builder(19);
  builder.Input("x", {1, 1, 1, 3});
  builder.Input("offset", {1, 4, kHuge, kHuge});
  builder.Floats("w", {1, 1, 1, 2}, {1, 10});
  builder.Node("DeformConv", {"x", "w", "offset"}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "an axis of size");
}

}  // namespace
}  // namespace paddle::onnx::testing

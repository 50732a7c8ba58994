// Tests window_taps.h, import_blocks.cc, import_padding.cc, and running
// products.
#include <limits>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;

// An image of 3 rows and 3 columns.
const Numbers kSquare = {1, 2, 9, 4, 5, 6, 8, 7, 3};

std::vector<double> Pooled(const std::string& op,
                           void (*set)(proto::NodeProto*),
                           const Names& outputs = {"y"}) {
  ModelBuilder builder(22);
  builder.Input("x", {1, 1, 3, 3});
  proto::NodeProto* node = builder.Node(op, {"x"}, outputs);
  SetInts(node, "kernel_shape", {2, 2});
  set(node);
  builder.Output(outputs.back());
  return RunImported(Import(builder.model()),
                     {{"x", FloatTensor({1, 1, 3, 3}, kSquare)}});
}

TEST(WindowTapsTest, WindowsMayHaveGaps) {
  const auto gaps = [](proto::NodeProto* node) {
    SetInts(node, "dilations", {2, 2});
  };
  EXPECT_THAT(Pooled("MaxPool", gaps), ElementsAre(9));
  EXPECT_THAT(Pooled("AveragePool", gaps), ElementsAre((1 + 9 + 8 + 3) / 4.0));
}

TEST(WindowTapsTest, PaddingMayCount) {
  const auto padded = [](proto::NodeProto* node) {
    SetInts(node, "dilations", {2, 2});
    SetInts(node, "pads", {1, 1, 0, 0});
    SetInts(node, "strides", {2, 2});
  };
  const auto counted = [](proto::NodeProto* node) {
    SetInts(node, "dilations", {2, 2});
    SetInts(node, "pads", {1, 1, 0, 0});
    SetInts(node, "strides", {2, 2});
    SetInt(node, "count_include_pad", 1);
  };
  EXPECT_THAT(Pooled("AveragePool", padded), ElementsAre(5));
  EXPECT_THAT(Pooled("AveragePool", counted), ElementsAre(1.25));
}

TEST(WindowTapsTest, SaysWhereTheMaximaAre) {
  EXPECT_THAT(Pooled("MaxPool", [](proto::NodeProto*) {}, {"max", "place"}),
              ElementsAre(4, 2, 6, 7));
  EXPECT_THAT(
      Pooled("MaxPool",
             [](proto::NodeProto* node) { SetInt(node, "storage_order", 1); },
             {"max", "place"}),
      ElementsAre(4, 6, 2, 5));
}

TEST(ImportPoolingTest, PutsMaximaBack) {
  const auto unpool = [](const Sizes& output_shape, bool fed) {
    ModelBuilder builder;
    builder.Input("x", {2, 1, 2});
    builder.Ints("places", {2, 1, 2}, {1, 2, 4, 7});
    FeedTensors feeds = {{"x", FloatTensor({2, 1, 2}, {5, 6, 7, 8})}};
    if (fed) {
      builder.Input("shape", {3}, proto::TensorProto::INT64);
      feeds.emplace_back("shape", IntTensor({3}, output_shape));
    } else {
      builder.Ints("shape", {3}, output_shape);
    }
    proto::NodeProto* node =
        builder.Node("MaxUnpool", {"x", "places", "shape"}, {"y"});
    SetInts(node, "kernel_shape", {2});
    SetInts(node, "strides", {2});
    builder.Output("y");
    return RunImported(Import(builder.model()), feeds);
  };
  for (const bool fed : {false, true}) {
    EXPECT_THAT(unpool({2, 1, 4}, fed), ElementsAre(0, 5, 6, 0, 7, 0, 0, 8));
    EXPECT_THAT(unpool({2, 1, 5}, fed),
                ElementsAre(0, 5, 6, 0, 0, 7, 0, 0, 8, 0));
  }
  EXPECT_ERROR(unpool({2, 1, 3}, true), InvalidArgument,
               "how much larger an axis gets by input 2 ('shape') is -1");
}

// Sizes that a model declares, and whose products are beyond int64.
TEST(ImportPoolingTest, RefusesHugeImages) {
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto unpool = [](int64_t height, int64_t width, int64_t stride) {
    ModelBuilder builder;
    builder.Input("x", {1, 1, height, width});
    builder.Input("places", {1, 1, height, width}, proto::TensorProto::INT64);
    proto::NodeProto* node = builder.Node("MaxUnpool", {"x", "places"}, {"y"});
    SetInts(node, "kernel_shape", {2, 2});
    SetInts(node, "strides", {stride, stride});
    builder.Output("y");
    return Import(builder.model());
  };
  EXPECT_ERROR(unpool(kMost << 30, 1, 64), Unimplemented, "an axis of size");
  EXPECT_ERROR(unpool(kMost, kMost, kMost), Unimplemented, "a result of size");
}

TEST(WindowTapsTest, RefusesPlacesOfSoManyWindows) {
  ModelBuilder builder(22);
  builder.Input("x", {1, 1, 1023, 1023});
  SetInts(builder.Node("MaxPool", {"x"}, {"max", "place"}), "kernel_shape",
          {2, 2});
  builder.Output("place");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "windows of 4 elements");
}

// Runs a node over x and constants of int64.
std::vector<double> Ran(const std::string& op, const Sizes& dims,
                        const Numbers& x, const std::vector<Sizes>& ints,
                        void (*set)(proto::NodeProto*) = nullptr) {
  ModelBuilder builder(26);
  builder.Input("x", dims);
  Names names{"x"};
  for (const Sizes& values : ints) {
    names.push_back("c" + std::to_string(names.size()));
    builder.Ints(names.back(), {static_cast<int64_t>(values.size())}, values);
  }
  proto::NodeProto* node = builder.Node(op, names, {"y"});
  if (set != nullptr) set(node);
  builder.Output("y");
  return RunImported(Import(builder.model()), {{"x", FloatTensor(dims, x)}});
}

TEST(ImportBlocksTest, AddsUpWindowsOnAnImage) {
  // Two windows of two elements, one element apart.
  EXPECT_THAT(Ran("Col2Im", {1, 2, 2}, {1, 2, 10, 20}, {{3}, {2}}),
              ElementsAre(1, 12, 20));
}

TEST(ImportPaddingTest, CutsAndPadsAroundTheMiddle) {
  const Numbers square = {1, 2, 3, 4};
  EXPECT_THAT(Ran("CenterCropPad", {1, 4}, square, {{3, 2}}),
              ElementsAre(0, 0, 2, 3, 0, 0));
}

TEST(ImportPaddingTest, BeginsAgainFromTheOtherEnd) {
  EXPECT_THAT(
      Ran("Pad", {3}, {1, 2, 3}, {{2, 1}},
          [](proto::NodeProto* node) { SetText(node, "mode", "wrap"); }),
      ElementsAre(2, 3, 1, 2, 3, 1));
}

TEST(ImportPaddingTest, RefusesSizesThatOverflowWithTheirPadding) {
  ModelBuilder builder(26);
  builder.Input("x", {std::numeric_limits<int64_t>::max()});
  builder.Ints("pads", {2}, {1, 1});
  SetText(builder.Node("Pad", {"x", "pads"}, {"y"}), "mode", "wrap");
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "so much padding");
}

TEST(ImportPaddingTest, TheNumberMayBeKnownLater) {
  ModelBuilder builder(18);
  builder.Input("x", {2});
  builder.Ints("pads", {2}, {1, 0});
  builder.Input("value", {});
  builder.Node("Pad", {"x", "pads", "value"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({2}, {1, 2})},
                                            {"value", FloatTensor({}, {7})}}),
      ElementsAre(7, 1, 2));
}

TEST(ImportReductionTest, MultipliesWhatComesBefore) {
  const Numbers numbers = {2, -3, 4, 0.5f, 10};
  EXPECT_THAT(Ran("CumProd", {5}, numbers, {{0}}),
              ElementsAre(2, -6, -24, -12, -120));
  EXPECT_THAT(Ran("CumProd", {5}, numbers, {{0}},
                  [](proto::NodeProto* node) {
                    SetInt(node, "exclusive", 1);
                    SetInt(node, "reverse", 1);
                  }),
              ElementsAre(-60, 20, 5, 10, 1));
}

TEST(ImportCreationTest, ADiagonalMayLieBesideTheMain) {
  const auto shifted = [](proto::NodeProto* node) { SetInt(node, "k", -1); };
  EXPECT_THAT(Ran("EyeLike", {2, 3}, {0, 0, 0, 0, 0, 0}, {}, shifted),
              ElementsAre(0, 0, 0, 1, 0, 0));
}

TEST(ImportNormalizationTest, TrainsWithTheStatisticsOfTheBatch) {
  ModelBuilder builder(15);
  builder.Input("x", {2, 1});
  for (const char* name : {"scale", "bias", "mean", "variance"}) {
    builder.Floats(name, {1}, {2});
  }
  proto::NodeProto* node = builder.Node(
      "BatchNormalization", {"x", "scale", "bias", "mean", "variance"},
      {"y", "new_mean", "new_variance"});
  SetInt(node, "training_mode", 1);
  SetFloat(node, "epsilon", 0);
  SetFloat(node, "momentum", 0.75f);
  builder.Node("Concat", {"new_mean", "new_variance"}, {"both"});
  SetInt(builder.model().mutable_graph()->mutable_node(1), "axis", 0);
  builder.Output("both");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 1}, {1, 7})}}),
              Pointwise(DoubleNear(1e-6), {1.5 + 1.0, 1.5 + 9 / 4.0}));
}

}  // namespace
}  // namespace paddle::onnx::testing

// Tests import_loss.cc and import_matrix.cc.
#include <cmath>
#include <limits>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(ImportLossTest, AveragesByTheWeightsOfClasses) {
  ModelBuilder builder;
  builder.Input("x", {3, 2});
  builder.Ints("label", {3}, {1, 0, -1});
  builder.Floats("weight", {2}, {1, 3});
  SetInt(builder.Node("NegativeLogLikelihoodLoss", {"x", "label", "weight"},
                      {"y"}),
         "ignore_index", -1);
  builder.Output("y");
  const FeedTensors feeds{{"x", FloatTensor({3, 2}, {-1, -2, -3, -4, -5, -6})}};
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre((2 * 3 + 3 * 1) / 4.0));
  SetText(builder.model().mutable_graph()->mutable_node(0), "reduction",
          "none");
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(6, 3, 0));
}

TEST(ImportLossTest, IgnoredLossesMayBeInfinite) {
  ModelBuilder builder;
  builder.Input("x", {2, 2});
  builder.Ints("label", {2}, {1, -1});
  SetInt(builder.Node("NegativeLogLikelihoodLoss", {"x", "label"}, {"y"}),
         "ignore_index", -1);
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 2}, {-1, -2, -INFINITY, 0})}}),
              ElementsAre(2));
}

TEST(ImportMatrixTest, GemmLeavesOutWhatDoesNotCount) {
  const OneNode gemm{"Gemm", {{{1, 1}, {2}}, {{1, 1}, {3}}, {{1}, {NAN}}}};
  const auto beta = [](proto::NodeProto* node) { SetFloat(node, "beta", 0); };
  EXPECT_THAT(RunNode(gemm, beta), ElementsAre(6));
}

TEST(ImportMatrixTest, GemmScalesAndTransposes) {
  const OneNode gemm{"Gemm", {{{2, 1}, {1, 2}}, {{1, 2}, {3, 4}}, {{1}, {10}}}};
  EXPECT_THAT(RunNode(gemm,
                      [](proto::NodeProto* node) {
                        SetInt(node, "transA", 1);
                        SetInt(node, "transB", 1);
                        SetFloat(node, "alpha", 2);
                        SetFloat(node, "beta", 0.5f);
                      }),
              ElementsAre(27));
}

}  // namespace
}  // namespace paddle::onnx::testing

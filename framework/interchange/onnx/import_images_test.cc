// Tests import_convolution.cc, import_pooling.cc and import_normalization.cc.
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Numbers kLine = {1, 2, 3, 4};

TEST(ImportConvolutionTest, ConvolvesLines) {
  const OneNode conv{"Conv", {{{1, 1, 4}, kLine}, {{1, 1, 2}, {1, 10}}}};
  EXPECT_THAT(RunNode(conv), ElementsAre(21, 32, 43));
  EXPECT_THAT(RunNode(conv,
                      [](proto::NodeProto* node) {
                        SetInts(node, "pads", {1, 0});
                      }),
              ElementsAre(10, 21, 32, 43));
  EXPECT_THAT(RunNode(conv,
                      [](proto::NodeProto* node) {
                        SetText(node, "auto_pad", "SAME_UPPER");
                      }),
              ElementsAre(21, 32, 43, 4));
  EXPECT_THAT(RunNode(conv,
                      [](proto::NodeProto* node) {
                        SetInts(node, "dilations", {2});
                        SetInts(node, "strides", {1});
                      }),
              ElementsAre(31, 42));
}

TEST(ImportConvolutionTest, AddsABiasForEachFilter) {
  const OneNode conv{
      "Conv",
      {{{1, 1, 1, 2}, {1, 2}}, {{2, 1, 1, 1}, {1, 10}}, {{2}, {100, 200}}}};
  EXPECT_THAT(RunNode(conv), ElementsAre(101, 102, 210, 220));
}

TEST(ImportConvolutionTest, FiltersOfALineAreReshapedOnce) {
  ModelBuilder builder;
  builder.Input("x", {1, 1, 4});
  builder.Floats("w", {1, 1, 2}, {1, 10});
  builder.Node("Conv", {"x", "w"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(Import(builder.model()).Types(),
              ElementsAre("unsqueeze", "conv2d", "squeeze"));
}

TEST(ImportConvolutionTest, TransposesWithAnySize) {
  const OneNode conv{"ConvTranspose",
                     {{{1, 1, 2}, {1, 2}}, {{1, 1, 3}, {1, 10, 100}}}};
  EXPECT_THAT(RunNode(conv), ElementsAre(1, 12, 120, 200));
  EXPECT_THAT(RunNode(conv,
                      [](proto::NodeProto* node) {
                        SetInts(node, "pads", {1, 0});
                      }),
              ElementsAre(12, 120, 200));
  EXPECT_THAT(RunNode(conv,
                      [](proto::NodeProto* node) {
                        SetInts(node, "strides", {2});
                        SetInts(node, "output_shape", {4});
                        SetText(node, "auto_pad", "SAME_UPPER");
                      }),
              ElementsAre(1, 10, 102, 20));
}

TEST(ImportConvolutionTest, RefusesSizesThatOverflow) {
  const OneNode conv{"ConvTranspose", {{{1, 1, 2}, {1, 2}}, {{1, 1, 1}, {1}}}};
  for (const char* name : {"output_padding", "output_shape"}) {
    const auto run = [&] {
      RunNode(conv, [&](proto::NodeProto* node) {
        SetInts(node, name, {std::numeric_limits<int64_t>::min()});
      });
    };
    EXPECT_ERROR(run(), InvalidArgument, name);
  }
}

TEST(ImportNormalizationTest, HardmaxMakesNoConstantOfAnySize) {
  ModelBuilder builder;
  builder.Input("x", {1, int64_t{1} << 40});
  builder.Node("Hardmax", {"x"}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "an axis of");
}

TEST(ImportPoolingTest, PadsUnevenly) {
  const auto windows = [](proto::NodeProto* node) {
    SetInts(node, "kernel_shape", {2});
    SetInts(node, "pads", {1, 0});
  };
  EXPECT_THAT(RunNode({"MaxPool", {{{1, 1, 4}, {-1, -2, -3, -4}}}}, windows),
              ElementsAre(-1, -1, -2, -3));
  EXPECT_THAT(RunNode({"AveragePool", {{{1, 1, 4}, kLine}}}, windows),
              ElementsAre(1, 1.5, 2.5, 3.5));
  EXPECT_THAT(RunNode({"AveragePool", {{{1, 1, 4}, kLine}}},
                      [&](proto::NodeProto* node) {
                        windows(node);
                        SetInt(node, "count_include_pad", 1);
                      }),
              ElementsAre(0.5, 1.5, 2.5, 3.5));
}

TEST(ImportPoolingTest, NoWindowBeginsBehindTheImage) {
  EXPECT_THAT(RunNode({"MaxPool", {{{1, 1, 2}, {1, 2}}}},
                      [](proto::NodeProto* node) {
                        SetInts(node, "kernel_shape", {1});
                        SetInts(node, "strides", {2});
                        SetInt(node, "ceil_mode", 1);
                      }),
              ElementsAre(1));
  EXPECT_THAT(RunNode({"LpPool", {{{1, 1, 3}, {3, 4, 0}}}},
                      [](proto::NodeProto* node) {
                        SetInts(node, "kernel_shape", {2});
                      }),
              ElementsAre(5, 4));
}

// A pool over x [1, 1, open] with stride 3, windows of 2, padding, and
// ceil_mode.
proto::ModelProto OpenPool(int64_t before, int64_t after) {
  ModelBuilder builder;
  builder.Input("x", {1, 1, -2});
  proto::NodeProto* node = builder.Node("MaxPool", {"x"}, {"y"});
  SetInts(node, "kernel_shape", {2});
  SetInts(node, "strides", {3});
  SetInts(node, "pads", {before, after});
  SetInt(node, "ceil_mode", 1);
  builder.Output("y");
  return builder.model();
}

TEST(ImportPoolingTest, RefusesWindowsThatMayHoldPaddingAlone) {
  EXPECT_ERROR(Import(OpenPool(0, 1)), Unimplemented, "ceil_mode over an axis");
  // With even padding the operator finds out when it runs.
  EXPECT_THAT(RunImported(Import(OpenPool(1, 1)),
                          {{"x", FloatTensor({1, 1, 2}, {1, 2})}}),
              ElementsAre(1));
}

TEST(ImportPoolingTest, ReducesWholeImages) {
  EXPECT_THAT(RunNode({"GlobalAveragePool", {{{1, 1, 2, 2}, kLine}}}),
              ElementsAre(2.5));
  EXPECT_THAT(RunNode({"GlobalMaxPool", {{{1, 1, 4}, kLine}}}), ElementsAre(4));
}

TEST(ImportNormalizationTest, SoftmaxFlattensBeforeVersion13) {
  const OneNode zeros{"Softmax", {{{1, 2, 2}, {0, 0, 0, 0}}}, 11};
  EXPECT_THAT(RunNode(zeros), ElementsAre(.25, .25, .25, .25));
  EXPECT_THAT(RunNode({"Softmax", zeros.inputs, 13}),
              ElementsAre(.5, .5, .5, .5));
}

TEST(ImportNormalizationTest, SoftmaxOfNothingIsNothing) {
  EXPECT_THAT(RunNode({"Softmax", {{{2, 3, 0}, {}}}, 11}), IsEmpty());
  EXPECT_THAT(RunNode({"Softmax", {{{2, 0, 3}, {}}}, 11}), IsEmpty());
}

TEST(ImportNormalizationTest, BatchNormalizationUsesStatistics) {
  ModelBuilder builder;
  builder.Input("x", {1, 2, 1});
  builder.Floats("scale", {2}, {1, 2});
  builder.Floats("bias", {2}, {0, 1});
  builder.Floats("mean", {2}, {1, 1});
  builder.Floats("variance", {2}, {1, 4});
  SetFloat(builder.Node("BatchNormalization",
                        {"x", "scale", "bias", "mean", "variance"}, {"y"}),
           "epsilon", 1e-9f);
  builder.Output("y");
  LoadOptions options;
  options.trainable = true;
  const Imported imported = Import(builder.model(), options);
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1, 2, 1}, {3, 3})}}),
              ElementsAre(DoubleNear(2, 1e-6), DoubleNear(3, 1e-6)));
  const auto& block = imported.program->global_block();
  EXPECT_TRUE(block.GetVar("scale").is_parameter());
  EXPECT_FALSE(block.GetVar("mean").is_parameter());
}

// Returns the variables that batch normalizations write, checking that each has
// one writer and is no parameter.
std::set<std::string> Statistics(const Imported& imported) {
  const auto& block = imported.program->global_block();
  std::set<std::string> statistics;
  for (const auto& op : block.desc().ops()) {
    if (op.type() != "batch_norm") continue;
    for (const std::string& name : framework::OutputNames(op)) {
      if (!block.GetVar(name).persistable()) continue;
      EXPECT_TRUE(statistics.insert(name).second) << name;
      EXPECT_FALSE(block.GetVar(name).is_parameter()) << name;
    }
  }
  return statistics;
}

Imported ImportTrainable(const ModelBuilder& builder) {
  LoadOptions options;
  options.trainable = true;
  ModelBuilder copy = builder;
  return Import(copy.model(), options);
}

ModelBuilder ZeroAndOne() {
  ModelBuilder builder;
  builder.Input("x", {1, 1, 1});
  builder.Floats("zero", {1}, {0});
  builder.Floats("one", {1}, {1});
  return builder;
}

TEST(ImportNormalizationTest, OtherNamesOfStatisticsAreNotShared) {
  ModelBuilder builder = ZeroAndOne();
  builder.Node("Identity", {"zero"}, {"mean"});
  builder.Node("BatchNormalization", {"x", "one", "zero", "mean", "one"},
               {"y"});
  builder.Output("y");
  const Imported imported = ImportTrainable(builder);
  EXPECT_EQ(Statistics(imported).size(), 2);
  EXPECT_TRUE(imported.program->global_block().GetVar("zero").is_parameter());
}

TEST(ImportNormalizationTest, LaterReadersOfStatisticsTrain) {
  ModelBuilder builder = ZeroAndOne();
  builder.Floats("scale", {1}, {1});
  builder.Node("BatchNormalization", {"x", "scale", "scale", "zero", "one"},
               {"h"});
  builder.Node("Add", {"h", "zero"}, {"y"});
  builder.Output("y");
  const Imported imported = ImportTrainable(builder);
  EXPECT_EQ(Statistics(imported).count("zero"), 0);
  EXPECT_EQ(Statistics(imported).count("one"), 1);
  EXPECT_TRUE(imported.program->global_block().GetVar("zero").is_parameter());
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1, 1, 1}, {3})}}),
              ElementsAre(DoubleNear(4, 1e-4)));
}

TEST(ImportNormalizationTest, CallsShareNoStatistics) {
  ModelBuilder body;
  for (const char* name : {"x", "zero", "one"}) body.Input(name, {});
  body.Node("BatchNormalization", {"x", "one", "zero", "zero", "one"}, {"y"});
  body.Output("y");
  ModelBuilder builder = ZeroAndOne();
  builder.Function("Normalized", body);
  builder.Node("Normalized", {"x", "zero", "one"}, {"h"})->set_domain("local");
  builder.Node("Normalized", {"h", "zero", "one"}, {"y"})->set_domain("local");
  builder.Output("y");
  EXPECT_EQ(Statistics(ImportTrainable(builder)).size(), 4);
}

// An exporter stores weights that are equal once.
TEST(ImportNormalizationTest, BatchNormalizationSharesNoStatistics) {
  ModelBuilder builder;
  builder.Input("x", {1, 1, 1});
  builder.Floats("zero", {1}, {0});
  builder.Floats("one", {1}, {1});
  for (const char* x : {"x", "y"}) {
    builder.Node("BatchNormalization", {x, "one", "zero", "zero", "one"},
                 {x == std::string("x") ? "y" : "z"});
  }
  builder.Output("z");
  LoadOptions options;
  options.trainable = true;
  const Imported imported = Import(builder.model(), options);
  const auto& block = imported.program->global_block();
  EXPECT_TRUE(block.GetVar("zero").is_parameter());
  std::set<std::string> written;
  for (const auto& op : block.desc().ops()) {
    for (const std::string& name : framework::OutputNames(op)) {
      EXPECT_TRUE(written.insert(name).second) << name;
    }
  }
  EXPECT_EQ(written.count("zero") + written.count("one"), 0);
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1, 1, 1}, {3})}}),
              ElementsAre(DoubleNear(3, 1e-4)));
}

TEST(ImportNormalizationTest, ScalesGroupsBeforeVersion21) {
  const OneNode norm{"GroupNormalization",
                     {{{1, 2, 2}, {-1, 1, -1, 1}}, {{1}, {3}}, {{1}, {1}}},
                     18};
  EXPECT_THAT(RunNode(norm,
                      [](proto::NodeProto* node) {
                        SetInt(node, "num_groups", 1);
                        SetFloat(node, "epsilon", 1e-9f);
                      }),
              ElementsAre(DoubleNear(-2, 1e-6), DoubleNear(4, 1e-6),
                          DoubleNear(-2, 1e-6), DoubleNear(4, 1e-6)));
}

TEST(ImportNormalizationTest, HardmaxMarksTheFirstOfTheLargest) {
  EXPECT_THAT(RunNode({"Hardmax", {{{2, 3}, {1, 3, 3, 2, 0, 1}}}}),
              ElementsAre(0, 1, 0, 1, 0, 0));
}

}  // namespace
}  // namespace paddle::onnx::testing

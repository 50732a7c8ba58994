// Tests import_elementwise.cc and import_activation.cc.
#include <cmath>
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

TEST(ImportElementwiseTest, BroadcastsFromTheLastAxis) {
  EXPECT_THAT(RunNode({"Add", {{{2, 2}, {1, 2, 3, 4}}, {{2}, {10, 20}}}}),
              ElementsAre(11, 22, 13, 24));
}

TEST(ImportElementwiseTest, BroadcastsAtAnAxisBeforeVersion7) {
  const OneNode old{"Sub", {{{2, 2}, {1, 2, 3, 4}}, {{2}, {10, 20}}}, 6};
  EXPECT_THAT(RunNode(old,
                      [](proto::NodeProto* node) {
                        SetInt(node, "broadcast", 1);
                        SetInt(node, "axis", 0);
                      }),
              ElementsAre(-9, -8, -17, -16));
}

TEST(ImportElementwiseTest, TakesAnyNumberOfInputs) {
  const OneNode max{"Max", {{{2}, {1, 5}}, {{2}, {4, 2}}, {{1}, {3}}}};
  EXPECT_THAT(RunNode(max), ElementsAre(4, 5));
  const OneNode mean{"Mean", {{{2}, {1, 5}}, {{2}, {3, 3}}}};
  EXPECT_THAT(RunNode(mean), ElementsAre(2, 4));
}

TEST(ImportElementwiseTest, RemainderHasTheSignThatIsAskedFor) {
  const OneNode mod{"Mod", {{{2}, {-7, 7}}, {{2}, {3, -3}}}};
  EXPECT_THAT(
      RunNode(mod, [](proto::NodeProto* node) { SetInt(node, "fmod", 1); }),
      ElementsAre(-1, 1));
}

TEST(ImportElementwiseTest, SmallPowersAreProducts) {
  const auto types = [](float exponent) {
    ModelBuilder builder;
    builder.Input("x", {3});
    builder.Floats("exponent", {}, {exponent});
    builder.Node("Pow", {"x", "exponent"}, {"y"});
    builder.Output("y");
    const Imported imported = Import(builder.model());
    EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({3}, {0, 2, 3})}}),
                ElementsAre(0, DoubleNear(std::pow(2, exponent), 1e-5),
                            DoubleNear(std::pow(3, exponent), 1e-5)));
    return imported.Types();
  };
  EXPECT_THAT(types(2), ElementsAre("square"));
  EXPECT_THAT(types(3), ElementsAre("square", "elementwise_mul"));
  EXPECT_THAT(types(1.5), ElementsAre("elementwise_pow"));
}

// Out = op(x, y) of integers, with a direction if the node has one.
std::vector<double> RunBits(const std::string& op, const Sizes& x,
                            const Sizes& y, const std::string& direction = "") {
  ModelBuilder builder(18);
  const Sizes dims = {static_cast<int64_t>(x.size())};
  builder.Input("x", dims, proto::TensorProto::INT64);
  builder.Input("y", dims, proto::TensorProto::INT64);
  proto::NodeProto* node = builder.Node(op, {"x", "y"}, {"out"});
  if (!direction.empty()) SetText(node, "direction", direction);
  builder.Output("out");
  return RunImported(Import(builder.model()),
                     {{"x", IntTensor(dims, x)}, {"y", IntTensor(dims, y)}});
}

TEST(ImportElementwiseTest, ComputesBits) {
  EXPECT_THAT(RunBits("BitwiseAnd", {12, -1}, {10, 7}), ElementsAre(8, 7));
  EXPECT_THAT(RunBits("BitwiseOr", {12, -1}, {10, 7}), ElementsAre(14, -1));
  EXPECT_THAT(RunBits("BitwiseXor", {12, -1}, {10, 7}), ElementsAre(6, -8));
  EXPECT_THAT(RunBits("BitShift", {3, 16}, {2, 1}, "LEFT"),
              ElementsAre(12, 32));
  EXPECT_THAT(RunBits("BitShift", {3, 16}, {1, 4}, "RIGHT"), ElementsAre(1, 1));
}

TEST(ImportElementwiseTest, ComparesAndChooses) {
  EXPECT_THAT(RunNode({"LessOrEqual", {{{3}, {1, 2, 3}}, {{1}, {2}}}}),
              ElementsAre(1, 1, 0));
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Floats("zero", {}, {0});
  builder.Node("Greater", {"x", "zero"}, {"above"});
  builder.Node("Where", {"above", "x", "zero"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({2}, {-3, 3})}}),
      ElementsAre(0, 3));
}

TEST(ImportActivationTest, ClipsByAttributesAndByInputs) {
  const Numbers x = {-2, 1, 9};
  EXPECT_THAT(RunNode({"Clip", {{{3}, x}}, 6},
                      [](proto::NodeProto* node) {
                        SetFloat(node, "min", -1);
                        SetFloat(node, "max", 6);
                      }),
              ElementsAre(-1, 1, 6));
  EXPECT_THAT(RunNode({"Clip", {{{3}, x}, {{}, {0}}, {{}, {6}}}, 13}),
              ElementsAre(0, 1, 6));
  // A bound that is left out is none, and a minimum above the maximum yields.
  EXPECT_THAT(RunNode({"Clip", {{{3}, x}, {{}, {0}}}, 13}),
              ElementsAre(0, 1, 9));
  ModelBuilder crossed;
  crossed.Input("x", {3});
  crossed.Floats("low", {}, {5});
  crossed.Floats("high", {}, {2});
  crossed.Node("Clip", {"x", "low", "high"}, {"y"});
  crossed.Output("y");
  EXPECT_THAT(
      RunImported(Import(crossed.model()), {{"x", FloatTensor({3}, x)}}),
      ElementsAre(2, 2, 2));
}

TEST(ImportActivationTest, KnownBoundsAreOneOperator) {
  ModelBuilder builder;
  builder.Input("x", {3});
  builder.Floats("low", {}, {0});
  builder.Floats("high", {}, {6});
  builder.Node("Clip", {"x", "low", "high"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(Import(builder.model()).Types(), ElementsAre("relu6"));
}

TEST(ImportActivationTest, HasTheDefaultsOfTheStandard) {
  EXPECT_THAT(RunNode({"LeakyRelu", {{{1}, {-100}}}}),
              ElementsAre(DoubleNear(-1, 1e-6)));
  EXPECT_THAT(RunNode({"HardSigmoid", {{{1}, {1}}}}),
              ElementsAre(DoubleNear(0.7, 1e-6)));
  EXPECT_THAT(RunNode({"Selu", {{{1}, {2}}}}),
              ElementsAre(DoubleNear(2.101402, 1e-5)));
  EXPECT_THAT(RunNode({"Shrink", {{{3}, {-2, 0.1f, 2}}}}),
              ElementsAre(-2, 0, 2));
  EXPECT_THAT(RunNode({"PRelu", {{{2}, {-2, 3}}, {{1}, {0.5f}}}}),
              ElementsAre(-1, 3));
}

// Compares a function with that of the standard library, relative to it.
void ExpectNear(const char* op, double (*function)(double), const Numbers& x) {
  const auto y = RunNode({op, {{{static_cast<int64_t>(x.size())}, x}}});
  for (size_t i = 0; i < x.size(); ++i) {
    const double expected = function(x[i]);
    EXPECT_NEAR(y[i], expected, 1e-6 * std::abs(expected)) << op << " " << x[i];
  }
}

TEST(ImportHyperbolicTest, NeitherCancelsNorOverflows) {
  const Numbers x = {0,  1e-8f, -1e-8f, 1e-3f, -0.3f, 0.999f, -1,
                     -3, 20,    -20,    88.5f, -89,   1.5f};
  ExpectNear("Sinh", std::sinh, x);
  ExpectNear("Cosh", std::cosh, x);
  ExpectNear("Asinh", std::asinh,
             {0, 1e-8f, -1e-8f, 0.1f, -0.1f, -300, 9999, 2e4f, -1e30f, 3e38f});
  ExpectNear("Acosh", std::acosh,
             {1, 1.0001f, 1.5f, 2, 300, 9999, 2e4f, 1e30f, 3e38f});
  ExpectNear("Asin", std::asin, {-1, -0.5f, 0, 1e-6f, 1});
  ExpectNear("Acos", std::acos, {-1, -0.5f, 0, 0.5f});
  ExpectNear("Atan", std::atan, {-1e30f, -2, 0, 1e-6f, 3});
  EXPECT_THAT(RunNode({"Acosh", {{{2}, {0.5f, -1e6f}}}}),
              ::testing::Each(::testing::IsNan()));
  EXPECT_THAT(RunNode({"Asinh", {{{1}, {NAN}}}}),
              ::testing::Each(::testing::IsNan()));
}

TEST(ImportActivationTest, FindsWhatIsNoNumber) {
  const Numbers x = {1, INFINITY, -INFINITY, NAN};
  EXPECT_THAT(RunNode({"IsNaN", {{{4}, x}}}), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(RunNode({"IsInf", {{{4}, x}}}), ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(RunNode({"IsInf", {{{4}, x}}},
                      [](proto::NodeProto* node) {
                        SetInt(node, "detect_negative", 0);
                      }),
              ElementsAre(0, 1, 0, 0));
}

}  // namespace
}  // namespace paddle::onnx::testing

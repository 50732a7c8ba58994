// Tests import_quantization.cc, import_random.cc, import_signal.cc,
// import_mel.cc, import_einsum.cc, determinants, and Dropout.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;

// Bytes that a graph begins with: Cast of int64.
void Bytes(ModelBuilder* builder, const std::string& name, const Sizes& dims,
           const Sizes& values) {
  builder->Ints(name + ".wide", dims, values);
  SetInt(builder->Node("Cast", {name + ".wide"}, {name}), "to",
         proto::TensorProto::UINT8);
}

TEST(ImportQuantizationTest, RoundsHalfToEvenWithinTheRange) {
  EXPECT_THAT(
      RunNode({"QuantizeLinear", {{{5}, {-3, 1, 3, 5, 600}}, {{}, {2}}}, 13}),
      ElementsAre(0, 0, 2, 2, 255));
}

TEST(ImportQuantizationTest, StepsMayBeThoseOfBlocks) {
  const OneNode blocks{
      "QuantizeLinear", {{{1, 4}, {2, 4, 30, 50}}, {{1, 2}, {2, 10}}}, 21};
  EXPECT_THAT(
      RunNode(blocks,
              [](proto::NodeProto* node) { SetInt(node, "block_size", 2); }),
      ElementsAre(1, 2, 3, 5));
}

TEST(ImportQuantizationTest, BlocksAreThoseOfAKnownSize) {
  ModelBuilder builder(21);
  builder.Input("x", {1, -1});
  builder.Floats("scale", {1, 2}, {2, 10});
  SetInt(builder.Node("QuantizeLinear", {"x", "scale"}, {"y"}), "block_size",
         2);
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "the size of axis 1");
}

TEST(ImportQuantizationTest, ZerosHaveAStep) {
  for (const char* output : {"y", "scale"}) {
    ModelBuilder builder(11);
    builder.Input("x", {2});
    builder.Node("DynamicQuantizeLinear", {"x"}, {"y", "scale", "zero"});
    builder.Node("Cast", {output}, {"z"});
    SetInt(builder.model().mutable_graph()->mutable_node(1), "to",
           proto::TensorProto::FLOAT);
    builder.Output("z");
    const double wanted = std::string(output) == "y" ? 0 : 1;
    EXPECT_THAT(
        RunImported(Import(builder.model()), {{"x", FloatTensor({2}, {0, 0})}}),
        ::testing::Each(wanted));
  }
}

TEST(ImportQuantizationTest, GivesBackRealNumbers) {
  ModelBuilder builder(13);
  Bytes(&builder, "x", {3}, {0, 128, 130});
  builder.Floats("scale", {}, {0.5f});
  Bytes(&builder, "zero", {}, {128});
  builder.Node("DequantizeLinear", {"x", "scale", "zero"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()), {}), ElementsAre(-64, 0, 1));
}

TEST(ImportQuantizationTest, MultipliesBytes) {
  ModelBuilder builder(10);
  Bytes(&builder, "a", {1, 2}, {200, 3});
  Bytes(&builder, "b", {2, 1}, {4, 250});
  Bytes(&builder, "zero_a", {}, {100});
  builder.Node("MatMulInteger", {"a", "b", "zero_a"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()), {}),
              ElementsAre(100 * 4 - 97 * 250));
}

TEST(ImportSignalTest, TransformsRealNumbers) {
  // 6, -2 + 2i, -2 is the first half of the spectrum of 0, 1, 2, 3.
  const OneNode dft{"DFT", {{{1, 4, 1}, {0, 1, 2, 3}}}, 17};
  EXPECT_THAT(
      RunNode(dft, [](proto::NodeProto* node) { SetInt(node, "onesided", 1); }),
      Pointwise(DoubleNear(1e-6), {6.0, 0.0, -2.0, 2.0, -2.0, 0.0}));
}

TEST(ImportSignalTest, TheInverseTransformGivesThemBack) {
  const OneNode dft{"DFT", {{{1, 3, 2}, {6, 0, -2, 2, -2, 0}}}, 20};
  EXPECT_THAT(RunNode(dft,
                      [](proto::NodeProto* node) {
                        SetInt(node, "onesided", 1);
                        SetInt(node, "inverse", 1);
                      }),
              Pointwise(DoubleNear(1e-6), {0.0, 1.0, 2.0, 3.0}));
}

TEST(ImportSignalTest, MakesWindowsOfAnySize) {
  ModelBuilder builder(17);
  builder.Input("size", {}, proto::TensorProto::INT64);
  builder.Node("HannWindow", {"size"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"size", IntTensor({}, {4})}}),
      Pointwise(DoubleNear(1e-6), {0.0, 0.5, 1.0, 0.5}));
}

std::vector<double> Summed(
    const std::string& equation,
    const std::vector<std::pair<Sizes, Numbers>>& inputs) {
  return RunNode({"Einsum", inputs}, [&](proto::NodeProto* node) {
    SetText(node, "equation", equation);
  });
}

// Triangles of the formula, of a spectrum of 9 frequencies.
TEST(ImportSignalTest, WeighsASpectrumAsItIsHeard) {
  ModelBuilder builder;
  for (const auto& [name, value] : std::vector<std::pair<std::string, int64_t>>{
           {"bins", 3}, {"length", 16}, {"rate", 8192}}) {
    builder.Ints(name, {}, {value});
  }
  builder.Input("low", {});
  builder.Input("high", {});
  builder.Node("MelWeightMatrix", {"bins", "length", "rate", "low", "high"},
               {"y"});
  builder.Output("y");
  const auto mel = [](double hertz) {
    return 2595 * std::log10(1 + hertz / 700);
  };
  std::vector<double> places;
  for (int i = 0; i < 5; ++i) {
    const double at = mel(100) + i * (mel(4000) - mel(100)) / 5;
    places.push_back(
        std::floor(17 * 700 * (std::pow(10, at / 2595) - 1) / 8192));
  }
  std::vector<double> wanted;
  for (int j = 0; j < 9; ++j) {
    for (int i = 0; i < 3; ++i) {
      const double low = places[i], top = places[i + 1], high = places[i + 2];
      const bool rises = low <= j && j < top, falls = top < j && j < high;
      wanted.push_back(j == top ? 1
                       : rises  ? (j - low) / (top - low)
                       : falls  ? (high - j) / (high - top)
                                : 0);
    }
  }
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"low", FloatTensor({}, {100})},
                                            {"high", FloatTensor({}, {4000})}}),
      Pointwise(DoubleNear(1e-6), wanted));
}

TEST(ImportMatrixTest, Determinants) {
  EXPECT_THAT(RunNode({"Det", {{{2, 2, 2}, {1, 2, 3, 4, 0, 2, 2, 0}}}, 22}),
              ElementsAre(-2, -4));
}

TEST(ImportEinsumTest, SumsProducts) {
  const std::pair<Sizes, Numbers> matrix{{2, 2}, {1, 2, 3, 4}};
  const std::pair<Sizes, Numbers> vector{{2}, {10, 1}};
  EXPECT_THAT(Summed("ij->ji", {matrix}), ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(Summed("ii", {matrix}), ElementsAre(5));
  EXPECT_THAT(Summed("ij,j->i", {matrix, vector}), ElementsAre(12, 34));
  EXPECT_THAT(Summed("...j,j", {matrix, vector}), ElementsAre(12, 34));
  EXPECT_THAT(Summed("i,j", {vector, vector}), ElementsAre(100, 10, 10, 1));
  EXPECT_THAT(Summed("ij,jk,k->i", {matrix, matrix, vector}),
              ElementsAre(80, 172));
}

TEST(ImportEinsumTest, ADiagonalIsAloneWithItself) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(Summed("ii->i", {{{2, 2}, {1, infinity, -infinity, 4}}}),
              ElementsAre(1, 4));
  EXPECT_ERROR(Summed("i->ii", {{{2}, {1, 2}}}), InvalidArgument, "'i' twice");
}

TEST(ImportRandomTest, DrawsByProbabilities) {
  EXPECT_THAT(RunNode({"Bernoulli", {{{3}, {0, 1, 1}}}}), ElementsAre(0, 1, 1));
  const auto log = -std::numeric_limits<float>::infinity();
  EXPECT_THAT(RunNode({"Multinomial", {{{2, 2}, {log, 0, 3, log}}}}),
              ElementsAre(1, 0));
}

TEST(ImportRandomTest, DrawsInAShapeAndARange) {
  const auto drawn = RunNode({"RandomUniformLike", {{{40}, Numbers(40)}}},
                             [](proto::NodeProto* node) {
                               SetFloat(node, "low", 2);
                               SetFloat(node, "high", 3);
                             });
  EXPECT_EQ(drawn.size(), 40);
  EXPECT_THAT(drawn, ::testing::Each(
                         ::testing::AllOf(::testing::Ge(2), ::testing::Lt(3))));
  EXPECT_NE(drawn[0], drawn[1]);
}

std::vector<double> DrawnFrom(float seed) {
  return RunNode(
      {"RandomUniformLike", {{{4}, Numbers(4)}}},
      [seed](proto::NodeProto* node) { SetFloat(node, "seed", seed); });
}

TEST(ImportRandomTest, SeedsAreFloats) {
  EXPECT_EQ(DrawnFrom(0.25F), DrawnFrom(0.25F));
  EXPECT_NE(DrawnFrom(0.25F), DrawnFrom(0.5F));
  EXPECT_NE(DrawnFrom(3), DrawnFrom(4));
  EXPECT_EQ(DrawnFrom(-0x1p62F).size(), 4);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float seed : {0x1p63F, -1e30F, kInfinity, std::nanf("")}) {
    EXPECT_ERROR(DrawnFrom(seed), Unimplemented, "which is no 64-bit number");
  }
}

TEST(ImportDropoutTest, DropsWhatARunSays) {
  constexpr int64_t kSize = 400;
  ModelBuilder builder(22);
  builder.Input("x", {kSize});
  builder.Input("ratio", {});
  builder.Input("training", {}, proto::TensorProto::BOOL);
  builder.Node("Dropout", {"x", "ratio", "training"}, {"y", "mask"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const auto run = [&](float ratio, bool trains) {
    framework::LoDTensor training(framework::Dims(),
                                  framework::DataType::kBool);
    *training.mutable_data<bool>() = trains;
    return RunImported(imported,
                       {{"x", FloatTensor({kSize}, Numbers(kSize, 3))},
                        {"ratio", FloatTensor({}, {ratio})},
                        {"training", training}});
  };
  EXPECT_THAT(run(0.25f, false), ::testing::Each(3));
  EXPECT_THAT(run(0, true), ::testing::Each(3));
  EXPECT_THAT(run(1, true), ::testing::Each(0));
  const std::vector<double> dropped = run(0.25f, true);
  EXPECT_THAT(dropped, ::testing::Each(::testing::AnyOf(0, 4)));
  // Within five deviations of the mean.
  EXPECT_NEAR(std::count(dropped.begin(), dropped.end(), 0), 100, 44);
  EXPECT_ERROR(run(1.5f, true), InvalidArgument,
               "the ratio, input 1 ('ratio'), is 1.5; it must be in [0, 1]");
}

}  // namespace
}  // namespace paddle::onnx::testing

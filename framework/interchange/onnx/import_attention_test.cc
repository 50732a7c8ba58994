// Tests import_attention.cc and import_sequences.cc.
#include <cmath>
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

// Two queries, keys and values of one element each: the scores of query q are
// q times 0 and q times 1.
OneNode TwoSteps() {
  return {"Attention",
          {{{1, 1, 2, 1}, {1, 2}},
           {{1, 1, 2, 1}, {0, 1}},
           {{1, 1, 2, 1}, {10, 20}}},
          23};
}

double Mixed(double score) { return 10 + 10 / (1 + std::exp(-score)); }

TEST(ImportAttentionTest, MixesValuesByScores) {
  EXPECT_THAT(RunNode(TwoSteps()),
              Pointwise(DoubleNear(1e-5), {Mixed(1), Mixed(2)}));
}

TEST(ImportAttentionTest, ScalesAndCapsScores) {
  EXPECT_THAT(RunNode(TwoSteps(),
                      [](proto::NodeProto* node) {
                        SetFloat(node, "scale", 3);
                        SetFloat(node, "softcap", 2);
                      }),
              Pointwise(DoubleNear(1e-5),
                        {Mixed(2 * std::tanh(1.5)), Mixed(2 * std::tanh(3))}));
}

TEST(ImportAttentionTest, CausalQueriesSeeNoLaterKeys) {
  EXPECT_THAT(
      RunNode(TwoSteps(),
              [](proto::NodeProto* node) { SetInt(node, "is_causal", 1); }),
      Pointwise(DoubleNear(1e-5), {10.0, Mixed(2)}));
}

TEST(ImportAttentionTest, HeadsOfQueriesShareThoseOfKeys) {
  const OneNode shared{
      "Attention",
      {{{1, 2, 2}, {1, 2, 1, 2}}, {{1, 2, 1}, {0, 1}}, {{1, 2, 1}, {10, 20}}},
      23};
  EXPECT_THAT(
      RunNode(shared,
              [](proto::NodeProto* node) {
                SetInt(node, "q_num_heads", 2);
                SetInt(node, "kv_num_heads", 1);
              }),
      Pointwise(DoubleNear(1e-5), {Mixed(1), Mixed(2), Mixed(1), Mixed(2)}));
}

TEST(ImportAttentionTest, AQueryThatSeesNothingGetsZeros) {
  ModelBuilder builder(23);
  for (const char* name : {"q", "k", "v"}) builder.Input(name, {1, 1, 2, 1});
  builder.Input("mask", {2, 2}, proto::TensorProto::INT64);
  SetInt(builder.Node("Cast", {"mask"}, {"seen"}), "to",
         proto::TensorProto::BOOL);
  SetInt(builder.Node("Attention", {"q", "k", "v", "seen"},
                      {"y", "", "", "weights"}),
         "qk_matmul_output_mode", 3);
  builder.Output("y");
  const auto run = [&](const Sizes& mask) {
    return RunImported(Import(builder.model()),
                       {{"q", FloatTensor({1, 1, 2, 1}, {1, 2})},
                        {"k", FloatTensor({1, 1, 2, 1}, {0, 1})},
                        {"v", FloatTensor({1, 1, 2, 1}, {10, 20})},
                        {"mask", IntTensor({2, 2}, mask)}});
  };
  EXPECT_THAT(run({0, 0, 0, 1}), ElementsAre(0, 20));
}

TEST(ImportAttentionTest, TurnsPairsOfElements) {
  // A quarter turn of (1, 2), half of the elements apart.
  const OneNode rotary{
      "RotaryEmbedding",
      {{{1, 1, 1, 2}, {1, 2}}, {{1, 1, 1}, {0}}, {{1, 1, 1}, {1}}},
      23};
  EXPECT_THAT(RunNode(rotary), ElementsAre(-2, 1));
}

TEST(ImportSequencesTest, TurnsEachSequenceAround) {
  ModelBuilder builder;
  builder.Input("x", {3, 2});
  builder.Ints("lengths", {2}, {2, 3});
  builder.Node("ReverseSequence", {"x", "lengths"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({3, 2}, {1, 2, 3, 4, 5, 6})}}),
              ElementsAre(3, 6, 1, 4, 5, 2));
}

TEST(ImportSequencesTest, WritesStepsToACache) {
  ModelBuilder builder(24);
  builder.Input("cache", {1, 4, 1});
  builder.Floats("update", {1, 2, 1}, {8, 9});
  builder.Ints("first", {1}, {3});
  SetText(builder.Node("TensorScatter", {"cache", "update", "first"}, {"y"}),
          "mode", "circular");
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"cache", FloatTensor({1, 4, 1}, {1, 2, 3, 4})}}),
              ElementsAre(9, 2, 3, 8));
}

TEST(ImportSequencesTest, ConvolvesWithEarlierStepsAlone) {
  EXPECT_THAT(
      RunNode({"CausalConvWithState",
               {{{1, 1, 3}, {1, 2, 3}}, {{1, 1, 2}, {10, 1}}, {{1}, {100}}},
               27}),
      ElementsAre(101, 112, 123));
}

// One head of one element: S = decay S + beta k (v - k S), y = q S.
TEST(ImportSequencesTest, CorrectsAStateStepByStep) {
  ModelBuilder builder(27);
  for (const char* name : {"q", "k", "v", "decay", "beta"}) {
    builder.Input(name, {1, 2, 1});
  }
  proto::NodeProto* node = builder.Node(
      "LinearAttention", {"q", "k", "v", "", "decay", "beta"}, {"y"});
  SetInt(node, "q_num_heads", 1);
  SetInt(node, "kv_num_heads", 1);
  builder.Output("y");
  const auto steps = [](float a, float b) {
    return FloatTensor({1, 2, 1}, {a, b});
  };
  const double first = 0.5 * 2 * 3;
  const double kept = std::exp(-1) * first;
  const double second = kept + 0.25 * 1 * (5 - kept);
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"q", steps(1, 2)},
                                            {"k", steps(2, 1)},
                                            {"v", steps(3, 5)},
                                            {"decay", steps(0, -1)},
                                            {"beta", steps(0.5, 0.25)}}),
      Pointwise(DoubleNear(1e-5), {first, 2 * second}));
}

}  // namespace
}  // namespace paddle::onnx::testing

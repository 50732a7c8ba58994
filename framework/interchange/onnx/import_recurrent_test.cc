// Tests import_lstm.cc, import_gru.cc and recurrent_unit.h.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Not;

// An LSTM of one unit over x [2 steps, 1 sequence, 1]. Its gates i, o, f, c
// have different weights, so that none can stand for another.
ModelBuilder Lstm(const Names& more = {}) {
  ModelBuilder builder(14);
  builder.Input("x", {2, 1, 1});
  builder.Floats("w", {1, 4, 1}, {0.1f, 0.2f, 0.3f, 0.4f});
  builder.Floats("r", {1, 4, 1}, {0.5f, 0.6f, 0.7f, 0.8f});
  builder.Floats("b", {1, 8}, {0.1f, 0, 0, 0.2f, 0, 0.3f, 0, 0});
  Names inputs{"x", "w", "r", "b"};
  inputs.insert(inputs.end(), more.begin(), more.end());
  SetInt(builder.Node("LSTM", inputs, {"y", "h", "c"}), "hidden_size", 1);
  return builder;
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The state after each step, by the standard's formulas.
std::vector<double> Expected(const std::vector<double>& steps) {
  double h = 0, c = 0;
  std::vector<double> states;
  for (double x : steps) {
    const double i = Sigmoid(0.1 * x + 0.5 * h + 0.1);
    const double o = Sigmoid(0.2 * x + 0.6 * h + 0.3);
    const double f = Sigmoid(0.3 * x + 0.7 * h);
    c = f * c + i * std::tanh(0.4 * x + 0.8 * h + 0.2);
    h = o * std::tanh(c);
    states.push_back(h);
  }
  return states;
}

TEST(ImportRecurrentTest, ComputesTheStandardsLstm) {
  ModelBuilder builder = Lstm();
  builder.Output("y");
  const auto expected = Expected({1, -2});
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 1, 1}, {1, -2})}}),
              ElementsAre(DoubleNear(expected[0], 1e-6),
                          DoubleNear(expected[1], 1e-6)));
}

TEST(ImportRecurrentTest, SequencesMayBeShorter) {
  ModelBuilder builder = Lstm({"lengths"});
  builder.Input("lengths", {1}, proto::TensorProto::INT64);
  builder.Output("h");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 1, 1}, {1, -2})},
                           {"lengths", IntTensor({1}, {1})}}),
              ElementsAre(DoubleNear(Expected({1})[0], 1e-6)));
}

// The model of an LSTM whose number of steps is not known.
proto::ModelProto OfUnknownSteps(const char* output, bool has_lengths) {
  ModelBuilder builder = has_lengths ? Lstm({"lengths"}) : Lstm();
  if (has_lengths) {
    builder.Input("lengths", {1}, proto::TensorProto::INT64);
  }
  proto::GraphProto* graph = builder.model().mutable_graph();
  graph->mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_param("steps");
  if (output[0] != 'y') graph->mutable_node(0)->set_output(0, "");
  builder.Output(output);
  return builder.model();
}

TEST(ImportRecurrentTest, StepsMayBeKnownOnlyInARun) {
  const auto run = [](const char* output, int64_t length) {
    return RunImported(Import(OfUnknownSteps(output, true)),
                       {{"x", FloatTensor({2, 1, 1}, {1, -2})},
                        {"lengths", IntTensor({1}, {length})}});
  };
  const auto expected = Expected({1, -2});
  EXPECT_THAT(run("h", 1), ElementsAre(DoubleNear(expected[0], 1e-6)));
  EXPECT_THAT(run("y", 2), ElementsAre(DoubleNear(expected[0], 1e-6),
                                       DoubleNear(expected[1], 1e-6)));
  // Zeros stand where a sequence has no step.
  EXPECT_THAT(run("y", 1), ElementsAre(DoubleNear(expected[0], 1e-6), 0));
  EXPECT_THAT(run("y", 0), ElementsAre(0, 0));
}

TEST(ImportRecurrentTest, RefusesStepsThatNothingCounts) {
  EXPECT_ERROR(Import(OfUnknownSteps("y", false)), Unimplemented,
               "number of steps");
}

TEST(ImportRecurrentTest, RunsFromTheEnd) {
  ModelBuilder builder = Lstm();
  SetText(builder.model().mutable_graph()->mutable_node(0), "direction",
          "reverse");
  builder.Output("h");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 1, 1}, {1, -2})}}),
              ElementsAre(DoubleNear(Expected({-2, 1})[1], 1e-6)));
}

TEST(ImportRecurrentTest, RefusesWhatItDoesNotCompute) {
  ModelBuilder builder = Lstm();
  SetFloat(builder.model().mutable_graph()->mutable_node(0), "clip", 1);
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "clip");
}

TEST(ImportRecurrentTest, RefusesADirectionThatIsNone) {
  ModelBuilder builder = Lstm();
  SetText(builder.model().mutable_graph()->mutable_node(0), "direction",
          "backward");
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument, "direction backward");
}

// A GRU of one unit whose state is multiplied before it is reset, as PyTorch
// exports it, with a bias for that product. It runs in both directions, from
// states; the other one has no weights but those of the state.
ModelBuilder GruOfBothDirections(const Names& more = {"", "s"}) {
  ModelBuilder builder(14);
  builder.Input("x", {2, 1, 1});
  builder.Floats("w", {2, 3, 1}, {0.1f, 0.2f, 0.3f, 0, 0, 0});
  builder.Floats("r", {2, 3, 1}, {0.5f, 0.6f, 0.7f, 0.5f, 0.6f, 0.7f});
  builder.Floats("b", {2, 6},
                 {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0, 0, 0, 0, 0, 0});
  builder.Floats("s", {2, 1, 1}, {0, 0.9f});
  Names inputs{"x", "w", "r", "b"};
  inputs.insert(inputs.end(), more.begin(), more.end());
  proto::NodeProto* node = builder.Node("GRU", inputs, {"y", "h"});
  SetInt(node, "hidden_size", 1);
  SetInt(node, "linear_before_reset", 1);
  SetText(node, "direction", "bidirectional");
  return builder;
}

// The state after each step forward, by the standard's formulas.
std::vector<double> ExpectedGru(const std::vector<double>& steps,
                                const std::function<double(double)>& gate) {
  double h = 0;
  std::vector<double> states;
  for (double x : steps) {
    const double z = gate(0.1 * x + 0.1 + 0.5 * h + 0.4);
    const double r = gate(0.2 * x + 0.2 + 0.6 * h + 0.5);
    const double n = std::tanh(0.3 * x + 0.3 + r * (0.7 * h + 0.6));
    h = (1 - z) * n + z * h;
    states.push_back(h);
  }
  return states;
}

// The state after `count` steps of the other direction, which has no inputs.
double Backwards(int count) {
  double h = 0.9;
  for (int i = 0; i < count; ++i) {
    const double z = Sigmoid(0.5 * h), r = Sigmoid(0.6 * h);
    h = (1 - z) * std::tanh(r * 0.7 * h) + z * h;
  }
  return h;
}

TEST(ImportRecurrentTest, ResetsAfterTheProduct) {
  ModelBuilder builder = GruOfBothDirections();
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.Types(), Not(Contains("recurrent")));
  const auto expected = ExpectedGru({1, -2}, Sigmoid);
  EXPECT_THAT(
      RunImported(imported, {{"x", FloatTensor({2, 1, 1}, {1, -2})}}),
      ElementsAre(DoubleNear(expected[0], 1e-6), DoubleNear(Backwards(2), 1e-6),
                  DoubleNear(expected[1], 1e-6),
                  DoubleNear(Backwards(1), 1e-6)));
}

TEST(ImportRecurrentTest, ResetsAfterTheProductOfShorterSequences) {
  ModelBuilder builder = GruOfBothDirections({"lengths", "s"});
  builder.Input("lengths", {1}, proto::TensorProto::INT64);
  builder.Output("h");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 1, 1}, {1, -2})},
                           {"lengths", IntTensor({1}, {1})}}),
              ElementsAre(DoubleNear(ExpectedGru({1}, Sigmoid)[0], 1e-6),
                          DoubleNear(Backwards(1), 1e-6)));
}

// Our operator has no such gates: steps are a block.
TEST(ImportRecurrentTest, ResetsAfterTheProductByOtherGates) {
  ModelBuilder builder = GruOfBothDirections();
  auto* names =
      builder.model().mutable_graph()->mutable_node(0)->add_attribute();
  names->set_name("activations");
  names->set_type(proto::AttributeProto::STRINGS);
  for (const char* name : {"HardSigmoid", "Tanh", "Sigmoid", "Tanh"}) {
    names->add_strings(name);
  }
  builder.Output("h");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.Types(), AllOf(Contains("recurrent"), Contains("gru")));
  const auto gate = [](double x) {
    return std::min(std::max(0.2 * x + 0.5, 0.0), 1.0);
  };
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({2, 1, 1}, {1, -2})}}),
              ElementsAre(DoubleNear(ExpectedGru({1, -2}, gate)[1], 1e-6),
                          DoubleNear(Backwards(2), 1e-6)));
}

TEST(ImportRecurrentTest, RunsPlainUnitsBackwards) {
  ModelBuilder builder(14);
  builder.Input("x", {2, 1, 1});
  builder.Floats("w", {1, 1, 1}, {2});
  builder.Floats("r", {1, 1, 1}, {10});
  proto::NodeProto* node = builder.Node("RNN", {"x", "w", "r"}, {"y"});
  SetInt(node, "hidden_size", 1);
  SetText(node, "direction", "reverse");
  auto* names = node->add_attribute();
  names->set_name("activations");
  names->set_type(proto::AttributeProto::STRINGS);
  names->add_strings("Relu");
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 1, 1}, {1, 3})}}),
              ElementsAre(2 + 60, 6));
}

}  // namespace
}  // namespace paddle::onnx::testing

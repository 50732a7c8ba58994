#include <cmath>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::DoubleNear;
using ::testing::Pointwise;

// A step of tensors x and y, with as many states each; `out` is what is asked
// for. x is 1 and 2, y is 4, gradients are 0.5 and -1, and 2, each state of x
// is 0.25 and 0.5, and of y 3.
ModelBuilder Step(const std::string& op, int states, int out) {
  ModelBuilder builder;
  builder.Input("rate", {});
  builder.Input("steps", {}, proto::TensorProto::INT64);
  builder.Floats("x", {2}, {1, 2});
  builder.Floats("y", {1}, {4});
  builder.Floats("gx", {2}, {0.5, -1});
  builder.Floats("gy", {1}, {2});
  Names inputs{"rate", "steps", "x", "y", "gx", "gy"}, outputs{"o0", "o1"};
  for (int i = 0; i < states; ++i) {
    const std::string name = std::to_string(i);
    builder.Floats("sx" + name, {2}, {0.25, 0.5});
    builder.Floats("sy" + name, {1}, {3});
    inputs.insert(inputs.end(), {"sx" + name, "sy" + name});
    for (int k = 0; k < 2; ++k) {
      outputs.push_back("o" + std::to_string(2 * i + k + 2));
    }
  }
  auto* node = builder.Node(op, inputs, outputs);
  node->set_domain("ai.onnx.preview.training");
  SetFloat(node, "norm_coefficient", 0.1F);
  builder.Output("o" + std::to_string(out));
  return builder;
}

proto::NodeProto* NodeOf(ModelBuilder* builder) {
  return builder->model().mutable_graph()->mutable_node(0);
}

std::vector<double> RunStep(ModelBuilder builder, int64_t steps) {
  return RunImported(
      Import(builder.model()),
      {{"rate", FloatTensor({}, {0.5})}, {"steps", IntTensor({}, {steps})}});
}

// The gradients with those of the penalty.
constexpr double kGrad[] = {0.6, -0.8}, kGradY = 2.4;

TEST(ImportTrainingTest, Adagrad) {
  const auto run = [](int out) {
    ModelBuilder builder = Step("Adagrad", 1, out);
    SetFloat(NodeOf(&builder), "epsilon", 0.01F);
    SetFloat(NodeOf(&builder), "decay_factor", 0.1F);
    return RunStep(builder, 5);
  };
  const double rate = 0.5 / 1.5;
  const double h[] = {0.25 + 0.36, 0.5 + 0.64}, hy = 3 + kGradY * kGradY;
  EXPECT_THAT(run(0),
              Pointwise(DoubleNear(1e-6),
                        {1 - rate * kGrad[0] / (std::sqrt(h[0]) + 0.01),
                         2 - rate * kGrad[1] / (std::sqrt(h[1]) + 0.01)}));
  EXPECT_THAT(run(1), Pointwise(DoubleNear(1e-6),
                                {4 - rate * kGradY / (std::sqrt(hy) + 0.01)}));
  EXPECT_THAT(run(2), Pointwise(DoubleNear(1e-6), {h[0], h[1]}));
  EXPECT_THAT(run(3), Pointwise(DoubleNear(1e-5), {hy}));
}

TEST(ImportTrainingTest, Adam) {
  const auto run = [](int out, int64_t steps) {
    ModelBuilder builder = Step("Adam", 2, out);
    auto* node = NodeOf(&builder);
    SetFloat(node, "alpha", 0.75F);
    SetFloat(node, "beta", 0.5F);
    SetFloat(node, "epsilon", 0.01F);
    SetFloat(node, "norm_coefficient_post", 0.25F);
    return RunStep(builder, steps);
  };
  const double v = 0.75 * 3 + 0.25 * kGradY;
  const double h = 0.5 * 3 + 0.5 * kGradY * kGradY;
  EXPECT_THAT(run(3, 2), Pointwise(DoubleNear(1e-6), {v}));
  EXPECT_THAT(run(5, 2), Pointwise(DoubleNear(1e-6), {h}));
  const auto y = [&](double rate) {
    return 0.75 * (4 - rate * v / (std::sqrt(h) + 0.01));
  };
  const double corrected = 0.5 * std::sqrt(1 - 0.25) / (1 - 0.75 * 0.75);
  EXPECT_THAT(run(1, 2), Pointwise(DoubleNear(1e-5), {y(corrected)}));
  EXPECT_THAT(run(1, 0), Pointwise(DoubleNear(1e-5), {y(0.5)}));
}

TEST(ImportTrainingTest, Momentum) {
  const auto run = [](int out, const char* mode, int64_t steps) {
    ModelBuilder builder = Step("Momentum", 1, out);
    auto* node = NodeOf(&builder);
    SetFloat(node, "alpha", 0.75F);
    SetFloat(node, "beta", 0.25F);
    SetText(node, "mode", mode);
    return RunStep(builder, steps);
  };
  const double v = 0.75 * 3 + 0.25 * kGradY, first = 0.75 * 3 + kGradY;
  EXPECT_THAT(run(3, "standard", 1), Pointwise(DoubleNear(1e-6), {v}));
  EXPECT_THAT(run(3, "standard", 0), Pointwise(DoubleNear(1e-6), {first}));
  EXPECT_THAT(run(1, "standard", 1),
              Pointwise(DoubleNear(1e-6), {4 - 0.5 * v}));
  EXPECT_THAT(run(1, "nesterov", 1),
              Pointwise(DoubleNear(1e-6), {4 - 0.5 * (kGradY + 0.75 * v)}));
  EXPECT_ERROR(run(1, "other", 1), InvalidArgument, "mode other");
}

TEST(ImportTrainingTest, ATensorHasAllItsStates) {
  EXPECT_ERROR(Import(Step("Adam", 1, 0).model()), InvalidArgument,
               "6 inputs and 4 outputs for tensors of 4 inputs");
}

}  // namespace
}  // namespace paddle::onnx::testing

#include "paddle/backward/grad_path.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

using layer::data;
using layer::Variable;

using GradPathTest = ProgramFixture;

TEST(CanHaveGradientTest, FloatingPointOnly) {
  framework::proto::VarDesc var;
  EXPECT_FALSE(CanHaveGradient(var));
  var.set_dtype(framework::proto::INT64);
  EXPECT_FALSE(CanHaveGradient(var));
  var.set_dtype(framework::proto::BFLOAT16);
  EXPECT_TRUE(CanHaveGradient(var));
}

TEST_F(GradPathTest, RunsFromSourcesToTargets) {
  const Variable x = data("x", {3});
  const Variable a = layer::exp(x);                   // 0
  const Variable aside = layer::tanh(a);              // 1
  const Variable other = layer::exp(data("y", {3}));  // 2
  const Variable b = a * other;                       // 3
  const Variable c = b * a;                           // 4
  const Variable after = layer::relu(c);              // 5
  const GradPath path(*main_, 0, {"x"}, {c.name()}, {});
  std::vector<bool> on_path;
  for (int i = 0; i < path.num_ops(); ++i) on_path.push_back(path.OnPath(i));
  EXPECT_EQ(on_path,
            (std::vector<bool>{true, false, false, true, true, false}));
  EXPECT_TRUE(path.Carries("x"));
  EXPECT_FALSE(path.Carries(other.name()));
  EXPECT_FALSE(path.Carries(aside.name()));
  EXPECT_FALSE(path.Carries(after.name()));
  EXPECT_EQ(path.NumUses(a.name()), 2);
  EXPECT_EQ(path.FirstReader(a.name()), 3);
  EXPECT_EQ(path.NumUses(c.name()), 0);
  EXPECT_EQ(path.FirstReader(c.name()), -1);
}

TEST_F(GradPathTest, SourcesMayStopGradients) {
  Variable h = layer::exp(data("x", {3}));
  h.set_stop_gradient(true);
  const Variable y = layer::exp(h);
  const GradPath path(*main_, 0, {"x", h.name()}, {y.name()}, {});
  EXPECT_TRUE(path.Carries(h.name()));
  EXPECT_FALSE(path.Carries("x"));
  EXPECT_FALSE(path.OnPath(0));
}

TEST_F(GradPathTest, KnowsInPlaceUpdates) {
  const Variable w = layer::parameter({3}, layer::DataType::kFloat32, "w");
  const Variable y = layer::exp(w);
  const Variable rate = data("rate", {1});
  layer::AppendOp("sgd", {{"Param", w}, {"Grad", y}, {"LearningRate", rate}});
  const GradPath path(*main_, 0, {"w"}, {y.name()}, {});
  EXPECT_EQ(path.LastUpdate("w"), 1);
  EXPECT_EQ(path.LastUpdate(y.name()), -1);
}

TEST_F(GradPathTest, SaysWhyThereIsNone) {
  const Variable w = layer::parameter({3}, layer::DataType::kFloat32, "w");
  const Variable h = layer::exp(w);
  const Variable y = layer::exp(h);
  const GradPath path(*main_, 0, {"w"}, {y.name()}, {h.name()});
  EXPECT_FALSE(path.Carries(y.name()));
  EXPECT_EQ(path.ExplainNoGradient(), "gradients stop at 'exp_0.tmp_0'");
}

}  // namespace
}  // namespace paddle::backward

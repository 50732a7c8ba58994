// The operators that are appended; what they do is tested beside PyTorch's.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::backward {
namespace {

using layer::Variable;

class OptimizersTest : public ProgramFixture {
 protected:
  // Returns the operator that updates w.
  std::string UpdateBy(Optimizer&& optimizer) {
    optimizer.Minimize(layer::mean(Parameter("w")));
    return Updates();
  }
  double FirstValue(const std::string& name) const {
    return framework::GetAttr<double>(*startup_->global_block().WriterOf(name),
                                      "value");
  }
};

TEST_F(OptimizersTest, Adagrad) {
  AdagradSettings settings;
  settings.initial_accumulator = 0.5;
  EXPECT_EQ(UpdateBy(AdagradOptimizer(0.1, settings)),
            "{ParamOut: w, MomentOut: w_moment_0} = adagrad(Param=w, "
            "Grad=w@GRAD, LearningRate=learning_rate_0, Moment=w_moment_0)\n");
  EXPECT_EQ(FirstValue("w_moment_0"), 0.5);
}

TEST_F(OptimizersTest, CenteredRMSProp) {
  RMSPropSettings settings;
  settings.centered = true;
  const std::string update = UpdateBy(RMSPropOptimizer(0.1, settings));
  EXPECT_NE(update.find("MeanGrad=w_mean_grad_0"), std::string::npos) << update;
}

TEST_F(OptimizersTest, NAdamBeginsWithAProductOfOne) {
  UpdateBy(NAdamOptimizer());
  EXPECT_EQ(FirstValue("w_mu_product_0"), 1);
  EXPECT_EQ(FirstValue("w_step_0"), 0);
  EXPECT_EQ(startup_->global_block().GetVar("w_step_0").dims_size(), 1);
}

// The decays of w, v and u.
TEST_F(OptimizersTest, AdamWDecaysSomeParameters) {
  layer::ParamAttr u = "u";
  u.regularizer = layer::NoRegularizer();
  const Variable loss =
      layer::mean(Parameter("w") * Parameter("v") * Parameter(u));
  AdamWSettings settings;
  settings.weight_decay = 0.5;
  settings.decays = [](const Variable& param) { return param.name() != "v"; };
  AdamWOptimizer(0.1, settings).Minimize(loss);
  const auto decay = [&](const std::string& name) {
    return framework::GetAttr<double>(*main_->global_block().WriterOf(name),
                                      "coeff");
  };
  EXPECT_EQ(decay("w"), 0.5);
  EXPECT_EQ(decay("v"), 0);
  EXPECT_EQ(decay("u"), 0);
}

TEST_F(OptimizersTest, OthersNameTheirOperators) {
  const auto type = [this](Optimizer&& optimizer, const std::string& name) {
    optimizer.Minimize(layer::mean(Parameter(name.c_str())));
    return main_->global_block().WriterOf(name)->type();
  };
  EXPECT_EQ(type(DecayedAdagradOptimizer(0.1), "a"), "decayed_adagrad");
  EXPECT_EQ(type(AdadeltaOptimizer(), "b"), "adadelta");
  EXPECT_EQ(type(AdamaxOptimizer(), "c"), "adamax");
  EXPECT_EQ(type(LambOptimizer(), "d"), "lamb");
  EXPECT_EQ(type(RAdamOptimizer(), "e"), "radam");
  EXPECT_EQ(type(FtrlOptimizer(0.1), "f"), "ftrl");
  EXPECT_EQ(type(ProximalGDOptimizer(0.1), "g"), "proximal_gd");
  EXPECT_EQ(type(ProximalAdagradOptimizer(0.1), "h"), "proximal_adagrad");
}

// Front ends treat settings like the arguments of layers.
TEST(SettingTest, IsAnArgumentWithAnAttribute) {
  constexpr Setting kEpsilon("epsilon", &AdagradSettings::epsilon);
  constexpr Setting kFirst("first", &AdagradSettings::initial_accumulator,
                           nullptr);
  constexpr RequiredSetting kMomentum("momentum", &MomentumSettings::momentum,
                                      "mu");
  const layer::Argument<AdagradSettings, double>& argument = kEpsilon;
  EXPECT_STREQ(argument.name, "epsilon");
  EXPECT_EQ(AdagradSettings().*argument.member, 1e-6);
  EXPECT_STREQ(kEpsilon.attr, "epsilon");
  EXPECT_EQ(kFirst.attr, nullptr);
  EXPECT_STREQ(kMomentum.attr, "mu");
  EXPECT_FALSE(kEpsilon.kIsRequired);
  EXPECT_TRUE(kMomentum.kIsRequired);
}

// A row and the schema of its operator agree: each attribute has a setting, and
// each required input a state.
template <typename Row>
void CheckRow() {
  SCOPED_TRACE(Row::kInfo.name);
  const framework::OpProto* proto =
      framework::OpInfoMap::Instance().Find(Row::kInfo.op);
  ASSERT_NE(proto, nullptr) << Row::kInfo.op << " has no operator";
  const typename Row::Settings settings{};
  for (const auto& [name, value] : AttrsOf<Row>(settings)) {
    EXPECT_NE(proto->FindAttr(name), nullptr) << name;
  }
  std::vector<std::string> slots = {"Param", "Grad", "LearningRate"};
  for (const OptimizerState& state : Row::States(settings)) {
    slots.push_back(state.slot);
  }
  for (const auto& input : proto->inputs) {
    if (input.optional) continue;
    EXPECT_THAT(slots, ::testing::Contains(input.name));
  }
  for (const std::string& slot : slots) {
    EXPECT_NE(proto->FindInput(slot), nullptr) << slot;
  }
}

TEST(OptimizerRowsTest, AgreeWithTheirOperators) {
  Optimizers::ForEach(
      [](auto named) { CheckRow<typename decltype(named)::Class::Row>(); });
}

}  // namespace
}  // namespace paddle::backward

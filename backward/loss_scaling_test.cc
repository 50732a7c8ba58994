#include "paddle/backward/loss_scaling.h"

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using layer::Variable;

class LossScalingTest : public ProgramFixture {
 protected:
  static Variable Loss() { return layer::mean(Parameter("w")); }
  static OptimizerOptions Scaled(const LossScaling& settings = {}) {
    OptimizerOptions options;
    options.mixed_precision.emplace().loss_scaling = settings;
    return options;
  }
  // Returns the operators of a block.
  std::string Block(int block) const {
    std::string text;
    for (const auto& op : main_->block(block).desc().ops()) {
      text += PrintOp(op, main_->schemas()) + "\n";
    }
    return text;
  }
};

TEST_F(LossScalingTest, UpdatesInABlock) {
  SGDOptimizer optimizer(0.1, Scaled());
  const ParamsAndGrads pairs = optimizer.Minimize(Loss());
  EXPECT_EQ(pairs[0].grad.name(), "w@GRAD");
  EXPECT_EQ(optimizer.LossScaleOf(*main_).name(), "loss_scaling_0");
  EXPECT_EQ(Ops(),
            R"(mean_0.tmp_0 = mean(X=w)
elementwise_mul_0.tmp_0 = elementwise_mul(X=mean_0.tmp_0, Y=loss_scaling_0)
elementwise_mul_0.tmp_0@GRAD = fill_constant(shape=[1], value=1.0)
mean_0.tmp_0@GRAD = elementwise_mul_grad(X=mean_0.tmp_0, Y=loss_scaling_0, Out@GRAD=elementwise_mul_0.tmp_0@GRAD)
w@GRAD = mean_grad(X=w, Out@GRAD=mean_0.tmp_0@GRAD)
{Out: check_finite_and_unscale_0.tmp_0, FoundInfinite: check_finite_and_unscale_0.tmp_1} = check_finite_and_unscale(X=w@GRAD, Scale=loss_scaling_0)
logical_not_0.tmp_0 = logical_not(X=check_finite_and_unscale_0.tmp_1)
cond_0.tmp_0 = conditional_block(Condition=logical_not_0.tmp_0, Captures=[w, learning_rate_0, check_finite_and_unscale_0.tmp_0], block=block 1)
{LossScaling: loss_scaling_0, OutGoodSteps: loss_scaling_good_steps_0, OutBadSteps: loss_scaling_bad_steps_0} = update_loss_scaling(FoundInfinite=check_finite_and_unscale_0.tmp_1, PrevLossScaling=loss_scaling_0, InGoodSteps=loss_scaling_good_steps_0, InBadSteps=loss_scaling_bad_steps_0)
)");
  EXPECT_EQ(
      Block(1),
      R"(w = sgd(Param=w, LearningRate=learning_rate_0, Grad=check_finite_and_unscale_0.tmp_0)
)");
}

TEST_F(LossScalingTest, AStaticScaleStays) {
  LossScaling settings;
  settings.dynamic = false;
  settings.initial = 64;
  SGDOptimizer(0.1, Scaled(settings)).Minimize(Loss());
  EXPECT_EQ(Updates().find("update_loss_scaling"), std::string::npos);
  EXPECT_NE(Updates().find("check_finite_and_unscale"), std::string::npos);
}

TEST_F(LossScalingTest, ClipsInTheBlock) {
  OptimizerOptions options = Scaled();
  options.gradient_clip = layer::ClipByGlobalNorm(1);
  options.regularizer = layer::L2Decay(0.5);
  SGDOptimizer(0.1, options).Minimize(Loss());
  EXPECT_EQ(Block(1),
            R"(square_0.tmp_0 = square(X=check_finite_and_unscale_0.tmp_0)
reduce_sum_0.tmp_0 = reduce_sum(X=square_0.tmp_0, reduce_all=true)
sqrt_0.tmp_0 = sqrt(X=reduce_sum_0.tmp_0)
scale_0.tmp_0 = scale(X=sqrt_0.tmp_0)
clip_0.tmp_0 = clip(X=scale_0.tmp_0, min=1.0, max=3.4028234663852886e+38)
w@GRAD.tmp_0 = elementwise_div(X=check_finite_and_unscale_0.tmp_0, Y=clip_0.tmp_0)
scale_1.tmp_0 = scale(X=w, scale=0.5)
w@GRAD.tmp_1 = sum(X=[w@GRAD.tmp_0, scale_1.tmp_0])
w = sgd(Param=w, LearningRate=learning_rate_0, Grad=w@GRAD.tmp_1)
)");
}

TEST_F(LossScalingTest, ChecksMeansOfSeveralRuns) {
  SGDOptimizer(0.1, Scaled()).Minimize(Loss(), {}, {}, /*accumulate_steps=*/2);
  EXPECT_EQ(Updates().find("check_finite_and_unscale"), std::string::npos);
  EXPECT_EQ(Block(1),
            R"(scale_0.tmp_0 = scale(X=w_gradient_sum_0, scale=0.5)
{Out: check_finite_and_unscale_0.tmp_0, FoundInfinite: check_finite_and_unscale_0.tmp_1} = check_finite_and_unscale(X=scale_0.tmp_0, Scale=loss_scaling_0)
logical_not_0.tmp_0 = logical_not(X=check_finite_and_unscale_0.tmp_1)
cond_0.tmp_0 = conditional_block(Condition=logical_not_0.tmp_0, Captures=[w, learning_rate_0, check_finite_and_unscale_0.tmp_0], block=block 2)
{LossScaling: loss_scaling_0, OutGoodSteps: loss_scaling_good_steps_0, OutBadSteps: loss_scaling_bad_steps_0} = update_loss_scaling(FoundInfinite=check_finite_and_unscale_0.tmp_1, PrevLossScaling=loss_scaling_0, InGoodSteps=loss_scaling_good_steps_0, InBadSteps=loss_scaling_bad_steps_0)
)");
}

// The first update would change the scale that the second divides by.
TEST_F(LossScalingTest, ADynamicScaleIsUpdatedOnce) {
  SGDOptimizer optimizer(0.1, Scaled());
  optimizer.Minimize(Loss());
  const Variable second = layer::mean(Parameter("v"));
  EXPECT_ERROR(optimizer.Minimize(second), Unimplemented,
               "a dynamic loss scale is updated once a run");
}

TEST_F(LossScalingTest, SeveralLossesShareAConstantScale) {
  OptimizerOptions options = Scaled();
  options.mixed_precision->loss_scaling->dynamic = false;
  SGDOptimizer optimizer(0.1, options);
  optimizer.Minimize(Loss());
  const Variable scale = optimizer.LossScaleOf(*main_);
  optimizer.Minimize(layer::mean(Parameter("v")));
  EXPECT_EQ(optimizer.LossScaleOf(*main_), scale);
}

TEST_F(LossScalingTest, LowersBeforeDifferentiating) {
  OptimizerOptions options;
  std::string seen;
  options.mixed_precision.emplace().lower = [&](framework::Program* program) {
    seen = PrintText(*program);
    return Copies{{"mean_0.tmp_0", "w"}};
  };
  const Variable loss = Loss();
  const std::string before = PrintText(*main_);
  SGDOptimizer optimizer(0.1, options);
  BackwardOptions stops;
  stops.no_grad_set = {"mean_0.tmp_0"};
  EXPECT_ERROR(optimizer.Minimize(loss, {}, stops), InvalidArgument,
               "stops gradients");
  EXPECT_EQ(seen, before);
  optimizer.Minimize(loss);
  EXPECT_FALSE(optimizer.LossScaleOf(*main_).is_valid());
}

TEST_F(LossScalingTest, AfterAnErrorProgramsAreAsTheyWere) {
  const Variable loss = Loss();
  const std::string main = PrintText(*main_), startup = PrintText(*startup_);
  LossScaling settings;
  settings.decr_ratio = 1;
  SGDOptimizer optimizer(0.1, Scaled(settings));
  EXPECT_ERROR(optimizer.Minimize(loss), InvalidArgument, "decr_ratio");
  EXPECT_EQ(PrintText(*main_), main);
  EXPECT_EQ(PrintText(*startup_), startup);
  EXPECT_FALSE(optimizer.LossScaleOf(*main_).is_valid());
}

TEST_F(LossScalingTest, SaysWhatIsWrong) {
  LossScaling settings;
  settings.initial = 0.5;
  EXPECT_ERROR(SGDOptimizer(0.1, Scaled(settings)).Minimize(Loss()),
               InvalidArgument,
               "a loss scale is at least 1 and a finite float32, not 0.5");
  SGDOptimizer optimizer(0.1, Scaled());
  EXPECT_ERROR(optimizer.ApplyGradients({Pair("v")}), FailedPrecondition,
               "the loss of these gradients was not scaled");
}

}  // namespace
}  // namespace paddle::backward

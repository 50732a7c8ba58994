#include "paddle/backward/optimizer.h"

#include <cmath>

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using layer::data;
using layer::DataType;
using layer::Variable;

class OptimizerTest : public ProgramFixture {
 protected:
  // fit_a_line
  static Variable Loss() {
    const Variable x = data("x", {-1, 13});
    const Variable y = data("y", {-1, 1});
    return layer::mean(layer::square_error_cost(layer::fc(x, 1), y));
  }
};

TEST_F(OptimizerTest, FitALineWithSgd) {
  const ParamsAndGrads pairs = SGDOptimizer(0.001).Minimize(Loss());
  EXPECT_EQ(pairs.size(), 2u);
  EXPECT_EQ(PrintText(*main_), R"(block 0 {
  var x: [N, 13] float32, feed, no gradient
  var y: [N, 1] float32, feed, no gradient
  var fc_0.w_0: [13, 1] float32, parameter
  var fc_0.tmp_0: [N, 1] float32
  var fc_0.b_0: [1] float32, parameter
  var fc_0.tmp_1: [N, 1] float32
  var elementwise_sub_0.tmp_0: [N, 1] float32
  var square_0.tmp_0: [N, 1] float32
  var mean_0.tmp_0: [] float32
  var mean_0.tmp_0@GRAD: [] float32
  var square_0.tmp_0@GRAD: [N, 1] float32
  var elementwise_sub_0.tmp_0@GRAD: [N, 1] float32
  var fc_0.tmp_1@GRAD: [N, 1] float32
  var fc_0.tmp_0@GRAD: [N, 1] float32
  var fc_0.b_0@GRAD: [1] float32
  var fc_0.w_0@GRAD: [13, 1] float32
  var learning_rate_0: [1] float32, persistable, no gradient

  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  elementwise_sub_0.tmp_0 = elementwise_sub(X=fc_0.tmp_1, Y=y)
  square_0.tmp_0 = square(X=elementwise_sub_0.tmp_0)
  mean_0.tmp_0 = mean(X=square_0.tmp_0)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  square_0.tmp_0@GRAD = mean_grad(X=square_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
  elementwise_sub_0.tmp_0@GRAD = square_grad(X=elementwise_sub_0.tmp_0, Out@GRAD=square_0.tmp_0@GRAD)
  fc_0.tmp_1@GRAD = elementwise_sub_grad(X=fc_0.tmp_1, Y=y, Out@GRAD=elementwise_sub_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # optimize
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD)
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=learning_rate_0, Grad=fc_0.b_0@GRAD)
}
)");
  EXPECT_EQ(PrintText(*startup_), R"(block 0 {
  var fc_0.w_0: [13, 1] float32, parameter
  var fc_0.b_0: [1] float32, parameter
  var learning_rate_0: [1] float32, persistable, no gradient

  fc_0.w_0 = uniform_random(shape=[13, 1], min=-0.6546536707079771, max=0.6546536707079771)
  fc_0.b_0 = fill_constant(shape=[1])
  learning_rate_0 = fill_constant(shape=[1], value=0.001)
}
)");
}

TEST_F(OptimizerTest, Momentum) {
  const Variable loss = layer::mean(Parameter("w"));
  MomentumOptimizer(0.1, 0.9, /*use_nesterov=*/true).Minimize(loss);
  EXPECT_EQ(
      Updates(),
      R"({ParamOut: w, VelocityOut: w_velocity_0} = momentum(Param=w, Grad=w@GRAD, LearningRate=learning_rate_0, Velocity=w_velocity_0, mu=0.9, use_nesterov=true)
)");
  EXPECT_TRUE(Variable(main_, 0, "w_velocity_0").persistable());
}

TEST_F(OptimizerTest, Adam) {
  const Variable loss = layer::mean(Parameter("w"));
  AdamSettings settings;
  settings.beta1 = 0.5;
  AdamOptimizer(0.1, settings).Minimize(loss);
  EXPECT_EQ(
      Updates(),
      R"({ParamOut: w, Moment1Out: w_moment1_0, Moment2Out: w_moment2_0, Beta1PowOut: w_beta1_pow_0, Beta2PowOut: w_beta2_pow_0} = adam(Param=w, Grad=w@GRAD, LearningRate=learning_rate_0, Moment1=w_moment1_0, Moment2=w_moment2_0, Beta1Pow=w_beta1_pow_0, Beta2Pow=w_beta2_pow_0, beta1=0.5)
)");
  const auto& power = startup_->global_block().GetVar("w_beta1_pow_0");
  EXPECT_EQ(power.dims_size(), 1);
  const framework::proto::OpDesc* fill =
      startup_->global_block().WriterOf("w_beta1_pow_0");
  EXPECT_EQ(framework::GetAttr<double>(*fill, "value"), 0.5);
}

TEST_F(OptimizerTest, ParametersHaveTheirOwnRates) {
  layer::ParamAttr slow = "slow";
  slow.learning_rate = 0.1;
  const Variable w = Parameter(slow);
  const Variable loss = layer::mean(w * Parameter("fast"));
  SGDOptimizer(1).Minimize(loss);
  EXPECT_EQ(Updates(), R"(scale_0.tmp_0 = scale(X=learning_rate_0, scale=0.1)
slow = sgd(Param=slow, LearningRate=scale_0.tmp_0, Grad=slow@GRAD)
fast = sgd(Param=fast, LearningRate=learning_rate_0, Grad=fast@GRAD)
)");
}

TEST_F(OptimizerTest, RatesFollowTheParametersType) {
  const Variable wide = layer::mean(Parameter("wide", {3}, DataType::kFloat64));
  const Variable narrow = layer::mean(Parameter("narrow"));
  SGDOptimizer optimizer(1);
  optimizer.Minimize(wide + layer::cast(narrow, DataType::kFloat64));
  EXPECT_EQ(optimizer.LearningRateOf(main_, startup_).dtype(),
            DataType::kFloat64);
  EXPECT_EQ(
      Updates(),
      R"(wide = sgd(Param=wide, LearningRate=learning_rate_0, Grad=wide@GRAD)
cast_1.tmp_0 = cast(X=learning_rate_0)
narrow = sgd(Param=narrow, LearningRate=cast_1.tmp_0, Grad=narrow@GRAD)
)");
}

TEST_F(OptimizerTest, RefusesRatesThatGoUphill) {
  EXPECT_ERROR(SGDOptimizer(-1), InvalidArgument,
               "a learning rate is finite and at least 0, not -1");
  EXPECT_ERROR(AdamOptimizer(std::nan("")), InvalidArgument, "not nan");
  EXPECT_ERROR(MomentumOptimizer(INFINITY, 0.9), InvalidArgument, "not inf");
  EXPECT_EQ(LearningRate(0).value(), 0);
}

TEST_F(OptimizerTest, TheRateMayBeAVariable) {
  const Variable rate =
      layer::global_variable({1}, DataType::kFloat32, 0.5, "rate");
  SGDOptimizer optimizer(rate);
  optimizer.Minimize(layer::mean(Parameter("w")));
  EXPECT_EQ(Updates(), "w = sgd(Param=w, LearningRate=rate, Grad=w@GRAD)\n");
  EXPECT_EQ(optimizer.LearningRateOf(main_, startup_), rate);
}

TEST_F(OptimizerTest, ClipsThenRegularises) {
  OptimizerOptions options;
  options.regularizer = layer::L2Decay(0.5);
  options.gradient_clip = layer::ClipByValue(-1, 1);
  const Variable loss = layer::mean(Parameter("w"));
  SGDOptimizer(1, options).Minimize(loss);
  EXPECT_EQ(Updates(), R"(clip_0.tmp_0 = clip(X=w@GRAD, min=-1.0, max=1.0)
scale_0.tmp_0 = scale(X=w, scale=0.5)
w@GRAD.tmp_0 = sum(X=[clip_0.tmp_0, scale_0.tmp_0])
w = sgd(Param=w, LearningRate=learning_rate_0, Grad=w@GRAD.tmp_0)
)");
}

TEST_F(OptimizerTest, StepsCanBeCalledAlone) {
  SGDOptimizer optimizer(0.001);
  const ParamsAndGrads pairs = optimizer.Backward(Loss());
  EXPECT_EQ(Updates(), "");
  optimizer.ApplyGradients({pairs[0]});
  EXPECT_EQ(Updates(),
            "fc_0.w_0 = sgd(Param=fc_0.w_0, "
            "LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD)\n");
}

TEST_F(OptimizerTest, UsesTheGivenStartupProgram) {
  const Variable loss = layer::mean(Parameter("w"));
  const auto other = layer::NewProgram();
  AdamOptimizer().Minimize(loss, other);
  EXPECT_EQ(other->global_block().desc().ops_size(), 5);
  EXPECT_EQ(startup_->global_block().desc().ops_size(), 1);
}

TEST_F(OptimizerTest, AfterAnErrorProgramsAreAsTheyWere) {
  layer::ParamAttr a = "a", b = "b";
  a.gradient_clip = layer::ClipByGlobalNorm(1);
  b.gradient_clip = layer::ClipByGlobalNorm(2);
  const Variable loss = layer::mean(Parameter(a) * Parameter(b));
  const std::string main = PrintText(*main_);
  const std::string startup = PrintText(*startup_);
  SGDOptimizer optimizer(0.1);
  EXPECT_ERROR(optimizer.Minimize(loss), InvalidArgument,
               "clipping group 'default', which has another norm");
  EXPECT_EQ(PrintText(*main_), main);
  EXPECT_EQ(PrintText(*startup_), startup);
}

TEST_F(OptimizerTest, SaysWhatIsWrong) {
  SGDOptimizer optimizer(0.1);
  EXPECT_ERROR(optimizer.ApplyGradients({}), InvalidArgument,
               "no gradient to apply");
  const Variable w = Parameter("w");
  EXPECT_ERROR(optimizer.ApplyGradients({{data("x", {3}), w}}), InvalidArgument,
               "'x' does not outlive a run");
  EXPECT_ERROR(optimizer.ApplyGradients({{w, data("g", {4})}}), InvalidArgument,
               "gradient g [4] float32 differs in shape");
}

}  // namespace
}  // namespace paddle::backward

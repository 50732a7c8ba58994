#include "paddle/backward/gradient_accumulation.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

class GradientAccumulationTest : public ProgramFixture {};

TEST_F(GradientAccumulationTest, OneStepIsNoSum) {
  const ParamsAndGrads pairs = {Pair("w")};
  bool called = false;
  AccumulateGradients(pairs, 1, [&](const ParamsAndGrads& means) {
    called = means[0].grad == pairs[0].grad;
  });
  EXPECT_TRUE(called);
  EXPECT_EQ(NumOps(), 0);
}

TEST_F(GradientAccumulationTest, UpdatesInABlock) {
  int block = 0;
  AccumulateGradients({Pair("w")}, 4, [&](const ParamsAndGrads& means) {
    block = means[0].grad.block();
    EXPECT_EQ(means[0].param.name(), "w");
    EXPECT_EQ(means[0].grad.dims(), layer::Dims({2, 3}));
  });
  EXPECT_EQ(block, 1);
  EXPECT_EQ(
      Ops(5),
      R"(w_gradient_sum_0 = accumulate_gradient(Sum=w_gradient_sum_0, Grad=w@GRAD, Count=accumulated_steps_0_now)
constant_1 = fill_constant(shape=[], dtype="int64", value=3.0)
equal_0.tmp_0 = equal(X=accumulated_steps_0_now, Y=constant_1)
cond_0.tmp_0 = conditional_block(Condition=equal_0.tmp_0, Captures=w_gradient_sum_0, block=block 1)
)");
}

TEST_F(GradientAccumulationTest, StepsArePositive) {
  EXPECT_ERROR(AccumulateGradients({}, 0, nullptr), InvalidArgument,
               "the number of runs to accumulate gradients of");
}

}  // namespace
}  // namespace paddle::backward

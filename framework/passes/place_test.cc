#include "paddle/framework/passes/place.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/schedule.h"
#include "paddle/framework/passes/testing/stages_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class PlaceTest : public StagesFixture {
 protected:
  Stages Cut(int stages = 0) const {
    PlaceOptions options;
    options.stages = stages;
    return Place(main_, startup_, options);
  }
  // Trains on all stages, and alone, and expects the same bits.
  void ExpectBitsOfOneProcess(const Variable& loss, int steps) const {
    const Trained expected =
        TrainAlone(main_, startup_, steps, loss.name(), Batch);
    const Trained got = TrainStages(Cut(), steps, loss.name());
    ExpectSameState(got, expected, *main_);
    EXPECT_EQ(got.losses, expected.losses);
    EXPECT_EQ(got.losses.size(), steps);
  }
};

TEST_F(PlaceTest, CutsTwoStages) {
  backward::SGDOptimizer(0.1).Minimize(Small());
  const Stages made = Cut();
  ASSERT_EQ(made.size(), 2);
  EXPECT_EQ(TextOf(made[0].main), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0) on stage:0
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1) on stage:0
  # communicate
  send(X=fc_0.tmp_1, Group=stages@JOB, peer=1) on stage:0
  fc_0.tmp_1@GRAD = recv(Group=stages@JOB, peer=1, tag=1, shape=[-1, 3]) on stage:0
  # backward
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1) on stage:0
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD) on stage:0
  # optimize
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD) on stage:0
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=learning_rate_0, Grad=fc_0.b_0@GRAD) on stage:0
}
)");
  EXPECT_EQ(TextOf(made[1].main), R"(block 0 {
  # communicate
  fc_0.tmp_1 = recv(Group=stages@JOB, peer=0, shape=[-1, 3]) on stage:1
  # forward
  fc_1.tmp_0 = mul(X=fc_0.tmp_1, Y=fc_1.w_0) on stage:1
  fc_1.tmp_1 = elementwise_add(X=fc_1.tmp_0, Y=fc_1.b_0, axis=1) on stage:1
  mean_0.tmp_0 = mean(X=fc_1.tmp_1) on stage:1
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0) on stage:1
  fc_1.tmp_1@GRAD = mean_grad(X=fc_1.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD) on stage:1
  {X@GRAD: fc_1.tmp_0@GRAD, Y@GRAD: fc_1.b_0@GRAD} = elementwise_add_grad(X=fc_1.tmp_0, Y=fc_1.b_0, Out@GRAD=fc_1.tmp_1@GRAD, axis=1) on stage:1
  {X@GRAD: fc_0.tmp_1@GRAD, Y@GRAD: fc_1.w_0@GRAD} = mul_grad(X=fc_0.tmp_1, Y=fc_1.w_0, Out@GRAD=fc_1.tmp_0@GRAD) on stage:1
  # communicate
  send(X=fc_0.tmp_1@GRAD, Group=stages@JOB, peer=0, tag=1) on stage:1
  # optimize
  fc_1.w_0 = sgd(Param=fc_1.w_0, LearningRate=learning_rate_0, Grad=fc_1.w_0@GRAD) on stage:1
  fc_1.b_0 = sgd(Param=fc_1.b_0, LearningRate=learning_rate_0, Grad=fc_1.b_0@GRAD) on stage:1
}
)");
  EXPECT_EQ(TextOf(made[1].startup), R"(block 0 {
  fc_1.w_0 = uniform_random(shape=[3, 1], min=-1.224744871391589, max=1.224744871391589) on stage:1
  fc_1.b_0 = fill_constant(shape=[1]) on stage:1
  learning_rate_0 = fill_constant(shape=[1], value=0.1)
}
)");
}

TEST_F(PlaceTest, TrainsWithTheBitsOfOneProcess) {
  const Variable loss = Network(2);
  Minimize(loss);
  ExpectBitsOfOneProcess(loss, 25);
}

TEST_F(PlaceTest, FourStagesDo) {
  const Variable loss = Network(4);
  Minimize(loss);
  ExpectBitsOfOneProcess(loss, 20);
}

TEST_F(PlaceTest, ATiedMatrixHasOneOwner) {
  const Variable loss = Tied(2);
  Minimize(loss);
  const Stages made = Cut();
  EXPECT_THAT(TextOf(made[0].startup), HasSubstr("tied = "));
  EXPECT_THAT(TextOf(made[1].startup), Not(HasSubstr("tied = ")));
  EXPECT_THAT(TextOf(made[1].main), HasSubstr("tied = recv("));
  ExpectBitsOfOneProcess(loss, 20);
}

TEST_F(PlaceTest, ThreeStagesWithATiedMatrix) {
  const Variable loss = Tied(3);
  Minimize(loss);
  ExpectBitsOfOneProcess(loss, 20);
}

TEST_F(PlaceTest, LayersMayGoThereAndBack) {
  Variable h = layer::data("x", {-1, kWidth});
  const Variable y = layer::data("y", {-1, 1});
  for (const int stage : {1, 0, 1, 0}) {
    const layer::DeviceGuard device(Stage(stage));
    h = layer::tanh(layer::fc(h, 5));
  }
  const Variable loss =
      layer::mean(layer::square_error_cost(layer::fc(h, 1), y));
  Minimize(loss);
  ExpectBitsOfOneProcess(loss, 20);
}

TEST_F(PlaceTest, SchedulesAndClippingOfAllGradients) {
  const Variable loss = Network(2);
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByGlobalNorm(0.05);
  options.regularizer = layer::L2Decay(0.01);
  backward::MomentumOptimizer(backward::schedule::Exponential(0.1, 10, 0.5),
                              0.9, false, options)
      .Minimize(loss);
  layer::SetRandomSeed(7);
  ExpectBitsOfOneProcess(loss, 20);
}

TEST_F(PlaceTest, SequencesKeepTheirLevels) {
  const Variable loss = Sequences();
  const layer::DeviceGuard stage("stage:1");
  Minimize(loss);
  const auto ragged = [](int number) {
    std::mt19937 random(number);
    LoDTensor x = Numbers(9, kWidth, &random);
    x.set_lod(LoD::FromLengths({{2, 3, 0, 4}}));
    return Feeds{{"x", x}, {"y", Numbers(4, 1, &random)}};
  };
  const Trained expected = TrainAlone(main_, startup_, 20, loss.name(), ragged);
  ExpectSameState(TrainStages(Cut(), 20, loss.name(), ragged), expected,
                  *main_);
}

// Says of each operator where it was written.
class PlaceErrorsTest : public PlaceTest {
 protected:
  PlaceErrorsTest() {
    layer::SetCallSiteProvider([this] {
      proto::CallSite site;
      site.set_file("train.py");
      site.set_line(line_);
      return std::vector<proto::CallSite>{site};
    });
  }
  ~PlaceErrorsTest() override { layer::SetCallSiteProvider(nullptr); }

  int line_ = 1;
};

TEST_F(PlaceErrorsTest, NoStage) {
  layer::mean(layer::data("x", {-1, 2}));
  EXPECT_ERROR(Cut(), InvalidArgument, "no operator has a stage");
}

TEST_F(PlaceErrorsTest, AStageThatIsNotThere) {
  const Variable x = layer::data("x", {-1, 2});
  line_ = 12;
  const layer::DeviceGuard stage("stage:3");
  layer::mean(x);
  EXPECT_ERROR(Cut(2), InvalidArgument,
               "there are 2 stages, from 0 on, and no other for operator mean "
               "on stage 3, train.py, line 12");
}

TEST_F(PlaceErrorsTest, AStageWithoutOperators) {
  const layer::DeviceGuard stage("stage:1");
  layer::mean(layer::data("x", {-1, 2}));
  EXPECT_ERROR(Cut(), InvalidArgument, "no operator is on stage 0 of 2");
}

TEST_F(PlaceErrorsTest, TwoPlacesOfAStage) {
  Variable x = layer::data("x", {-1, 2});
  {
    const layer::DeviceGuard stage("stage:0/cuda:0");
    x = layer::relu(x);
  }
  line_ = 7;
  const layer::DeviceGuard stage("stage:0/cpu");
  layer::mean(x);
  EXPECT_ERROR(Cut(), Unimplemented,
               "it is cuda:0, and cpu for operator mean on stage 0, train.py, "
               "line 7");
}

TEST_F(PlaceErrorsTest, TwoOwners) {
  const auto variable = [](const char* name) {
    return layer::global_variable({1}, DataType::kFloat32, 1, name);
  };
  const Variable w = variable("w"), rate = variable("rate");
  for (const int stage : {0, 1}) {
    line_ = 20 + stage;
    const layer::DeviceGuard device(Stage(stage));
    layer::AppendOp("sgd", {{"Param", w}, {"Grad", w}, {"LearningRate", rate}});
  }
  EXPECT_ERROR(Cut(), InvalidArgument,
               "'w' is changed on stage 0, and by operator sgd on stage 1, "
               "train.py, line 21");
}

}  // namespace
}  // namespace paddle::framework

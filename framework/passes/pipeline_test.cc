#include "paddle/framework/passes/pipeline.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/stages_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::HasSubstr;

PipelineOptions Options(int micro_batches, const std::string& schedule) {
  PipelineOptions options;
  options.micro_batches = micro_batches;
  options.schedule = schedule;
  return options;
}

class PipelineErrorsTest : public StagesFixture {
 protected:
  Stages Cut() const { return Pipeline(main_, startup_, Options(2, "1f1b")); }
};

struct Case {
  const char* schedule;
  int stages;
  int micro_batches;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.schedule << " of " << c.stages << " with " << c.micro_batches;
}

class PipelineTest : public StagesFixture,
                     public ::testing::WithParamInterface<Case> {
 protected:
  using Build = std::function<Variable(int stages)>;

  // One process accumulates the gradients of as many runs.
  static Trained Alone(const Build& build, int stages, int parts, int steps,
                       const std::function<Feeds(int run)>& batch) {
    const auto main = layer::NewProgram(), startup = layer::NewProgram();
    const layer::ProgramGuard programs(main, startup);
    const Variable loss = build(stages);
    Minimize(loss, parts);
    return TrainAlone(main, startup, steps * parts, loss.name(), batch);
  }

  void ExpectBitsOfAccumulation(const Build& build) {
    const auto [schedule, stages, parts] = GetParam();
    const int count = parts;
    const Variable loss = build(stages);
    Minimize(loss);
    const Trained expected = Alone(build, stages, parts, 20, [count](int run) {
      return PartOfBatch(run / count, run % count, count);
    });
    const Trained got = TrainStages(
        Pipeline(main_, startup_, Options(parts, schedule)), 20, loss.name());
    ExpectSameState(got, expected, *main_);
    ASSERT_EQ(got.losses.size(), 20);
    for (int step = 0; step < 20; ++step) {
      float sum = 0;
      for (int k = 0; k < parts; ++k) {
        sum += expected.losses[step * parts + k];
      }
      EXPECT_EQ(got.losses[step], sum / parts);
    }
  }
};

TEST_P(PipelineTest, HasTheBitsOfAccumulation) {
  ExpectBitsOfAccumulation(Network);
}

TEST_P(PipelineTest, SharesAMatrix) { ExpectBitsOfAccumulation(Tied); }

INSTANTIATE_TEST_SUITE_P(
    All, PipelineTest,
    ::testing::Values(Case{"gpipe", 2, 4}, Case{"gpipe", 2, 8},
                      Case{"1f1b", 2, 4}, Case{"1f1b", 2, 8},
                      Case{"gpipe", 4, 4}, Case{"1f1b", 4, 4},
                      Case{"1f1b", 4, 8}, Case{"1f1b", 4, 2},
                      Case{"1f1b", 3, 1}));

class RaggedPipelineTest : public PipelineTest {};

TEST_P(RaggedPipelineTest, SplitsSequences) {
  const auto build = [](int) { return Sequences(); };
  const std::vector<int64_t> lengths = {2, 3, 0, 4, 1, 1, 5, 2};
  const auto whole = [&](int number) {
    std::mt19937 random(number);
    LoDTensor x = Numbers(18, kWidth, &random);
    x.set_lod(LoD::FromLengths({lengths}));
    return Feeds{{"x", x}, {"y", Numbers(8, 1, &random)}};
  };
  const auto part = [&](int run) {
    const int k = run % 4;
    Feeds feeds = whole(run / 4);
    int64_t first = 0;
    for (int i = 0; i < 2 * k; ++i) first += lengths[i];
    const int64_t a = lengths[2 * k], b = lengths[2 * k + 1];
    feeds[0].second = LoDTensor(feeds[0].second.Slice(first, first + a + b),
                                LoD::FromLengths({{a, b}}));
    feeds[1].second = LoDTensor(feeds[1].second.Slice(2 * k, 2 * k + 2));
    return feeds;
  };
  const Variable loss = build(2);
  Minimize(loss);
  const Trained expected = Alone(build, 2, 4, 20, part);
  const Trained got =
      TrainStages(Pipeline(main_, startup_, Options(4, GetParam().schedule)),
                  20, loss.name(), whole);
  ExpectSameState(got, expected, *main_);
}

INSTANTIATE_TEST_SUITE_P(All, RaggedPipelineTest,
                         ::testing::Values(Case{"gpipe", 2, 4},
                                           Case{"1f1b", 2, 4}));

TEST_F(PipelineErrorsTest, WritesTheScheduleOut) {
  backward::SGDOptimizer(0.1).Minimize(Small());
  const Stages made = Cut();
  EXPECT_EQ(TextOf(made[1].main), R"(block 0 {
  # communicate
  fc_0.tmp_1@MICRO0 = recv(Group=stages@JOB, peer=0, shape=[-1, 3]) on stage:1
  # forward
  fc_1.tmp_0@MICRO0 = mul(X=fc_0.tmp_1@MICRO0, Y=fc_1.w_0) on stage:1 of part 0/2
  fc_1.tmp_1@MICRO0 = elementwise_add(X=fc_1.tmp_0@MICRO0, Y=fc_1.b_0, axis=1) on stage:1 of part 0/2
  mean_0.tmp_0@MICRO0 = mean(X=fc_1.tmp_1@MICRO0) on stage:1 of part 0/2
  # backward
  mean_0.tmp_0@GRAD@MICRO0 = fill_constant(shape=[], value=1.0) on stage:1 of part 0/2
  fc_1.tmp_1@GRAD@MICRO0 = mean_grad(X=fc_1.tmp_1@MICRO0, Out@GRAD=mean_0.tmp_0@GRAD@MICRO0) on stage:1 of part 0/2
  {X@GRAD: fc_1.tmp_0@GRAD@MICRO0, Y@GRAD: fc_1.b_0@GRAD@MICRO0} = elementwise_add_grad(X=fc_1.tmp_0@MICRO0, Y=fc_1.b_0, Out@GRAD=fc_1.tmp_1@GRAD@MICRO0, axis=1) on stage:1 of part 0/2
  {X@GRAD: fc_0.tmp_1@GRAD@MICRO0, Y@GRAD: fc_1.w_0@GRAD@MICRO0} = mul_grad(X=fc_0.tmp_1@MICRO0, Y=fc_1.w_0, Out@GRAD=fc_1.tmp_0@GRAD@MICRO0) on stage:1 of part 0/2
  # communicate
  pending_1@JOB@MICRO0 = send_start(X=fc_0.tmp_1@GRAD@MICRO0, Group=stages@JOB, peer=0, tag=2) on stage:1
  fc_0.tmp_1@MICRO1 = recv(Group=stages@JOB, peer=0, tag=1, shape=[-1, 3]) on stage:1
  # forward
  fc_1.tmp_0@MICRO1 = mul(X=fc_0.tmp_1@MICRO1, Y=fc_1.w_0) on stage:1 of part 1/2
  fc_1.tmp_1@MICRO1 = elementwise_add(X=fc_1.tmp_0@MICRO1, Y=fc_1.b_0, axis=1) on stage:1 of part 1/2
  mean_0.tmp_0@MICRO1 = mean(X=fc_1.tmp_1@MICRO1) on stage:1 of part 1/2
  # backward
  mean_0.tmp_0@GRAD@MICRO1 = fill_constant(shape=[], value=1.0) on stage:1 of part 1/2
  fc_1.tmp_1@GRAD@MICRO1 = mean_grad(X=fc_1.tmp_1@MICRO1, Out@GRAD=mean_0.tmp_0@GRAD@MICRO1) on stage:1 of part 1/2
  {X@GRAD: fc_1.tmp_0@GRAD@MICRO1, Y@GRAD: fc_1.b_0@GRAD@MICRO1} = elementwise_add_grad(X=fc_1.tmp_0@MICRO1, Y=fc_1.b_0, Out@GRAD=fc_1.tmp_1@GRAD@MICRO1, axis=1) on stage:1 of part 1/2
  fc_1.b_0@GRAD@SUM@MICRO1 = sum(X=[fc_1.b_0@GRAD@MICRO0, fc_1.b_0@GRAD@MICRO1]) on stage:1
  fc_1.b_0@GRAD = scale(X=fc_1.b_0@GRAD@SUM@MICRO1, scale=0.5) on stage:1
  {X@GRAD: fc_0.tmp_1@GRAD@MICRO1, Y@GRAD: fc_1.w_0@GRAD@MICRO1} = mul_grad(X=fc_0.tmp_1@MICRO1, Y=fc_1.w_0, Out@GRAD=fc_1.tmp_0@GRAD@MICRO1) on stage:1 of part 1/2
  fc_1.w_0@GRAD@SUM@MICRO1 = sum(X=[fc_1.w_0@GRAD@MICRO0, fc_1.w_0@GRAD@MICRO1]) on stage:1
  fc_1.w_0@GRAD = scale(X=fc_1.w_0@GRAD@SUM@MICRO1, scale=0.5) on stage:1
  # communicate
  pending_1@JOB@MICRO1 = send_start(X=fc_0.tmp_1@GRAD@MICRO1, Group=stages@JOB, peer=0, tag=3) on stage:1
  send_wait(X=fc_0.tmp_1@GRAD@MICRO0, Pending=pending_1@JOB@MICRO0, Group=stages@JOB, peer=0, tag=2) on stage:1
  send_wait(X=fc_0.tmp_1@GRAD@MICRO1, Pending=pending_1@JOB@MICRO1, Group=stages@JOB, peer=0, tag=3) on stage:1
  # optimize
  fc_1.w_0 = sgd(Param=fc_1.w_0, LearningRate=learning_rate_0, Grad=fc_1.w_0@GRAD) on stage:1
  fc_1.b_0 = sgd(Param=fc_1.b_0, LearningRate=learning_rate_0, Grad=fc_1.b_0@GRAD) on stage:1
  # forward
  mean_0.tmp_0@SUM = sum(X=[mean_0.tmp_0@MICRO0, mean_0.tmp_0@MICRO1]) on stage:1
  mean_0.tmp_0 = scale(X=mean_0.tmp_0@SUM, scale=0.5) on stage:1
}
)");
}

TEST_F(PipelineErrorsTest, RowsMayBeFetched) {
  layer::DeviceGuard stage("stage:0");
  const Variable x = layer::data("x", {-1, 2});
  const Variable y = layer::fc(x, 1);
  backward::SGDOptimizer(0.1).Minimize(layer::mean(y));
  layer::relu(y);
  EXPECT_THAT(TextOf(Cut()[0].main), HasSubstr("relu_0.tmp_0 = concat("));
}

TEST_F(PipelineErrorsTest, ABackwardPassIsNeeded) {
  Small();
  EXPECT_ERROR(Cut(), InvalidArgument,
               "call minimize for a loss before the program is cut; the last "
               "operator is operator mean on stage 1");
}

TEST_F(PipelineErrorsTest, RunsFromTheFirstStageOn) {
  Variable x = layer::data("x", {-1, 2});
  for (const int stage : {1, 0, 1}) {
    const layer::DeviceGuard device(Stage(stage));
    x = layer::fc(x, 3);
  }
  backward::SGDOptimizer(0.1).Minimize(layer::mean(x));
  EXPECT_ERROR(Cut(), InvalidArgument,
               "comes from stage 1 to operator mul on stage 0");
}

TEST_F(PipelineErrorsTest, KnownSchedulesAndNumbersOnly) {
  backward::SGDOptimizer(0.1).Minimize(Small());
  EXPECT_ERROR(Pipeline(main_, startup_, Options(2, "fast")), InvalidArgument,
               "gpipe or 1f1b, not 'fast'");
  EXPECT_ERROR(Pipeline(main_, startup_, Options(0, "gpipe")), InvalidArgument,
               "micro_batches");
}

TEST_F(PipelineErrorsTest, RowsThatCannotBeDivided) {
  const layer::DeviceGuard stage("stage:0");
  const Variable x = layer::data("x", {4, 2});
  backward::SGDOptimizer(0.1).Minimize(layer::mean(layer::fc(x, 1)));
  EXPECT_ERROR(Cut(), InvalidArgument,
               "'x' has a fixed number of rows, which a pipeline cannot "
               "divide: declare it with any number, None; it is read by "
               "operator mul on stage 0");
  Pipeline(main_, startup_, Options(1, "gpipe"));
}

TEST_F(PipelineErrorsTest, SparseGradients) {
  const layer::DeviceGuard stage("stage:0");
  layer::EmbeddingOptions options;
  options.is_sparse = true;
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  const Variable cost = layer::mean(layer::embedding(ids, 100, 4, options));
  backward::SGDOptimizer(0.1).Minimize(cost);
  EXPECT_ERROR(Cut(), Unimplemented, "is sparse, and a pipeline adds up dense");
}

}  // namespace
}  // namespace paddle::framework

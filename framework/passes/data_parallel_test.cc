#include "paddle/framework/passes/data_parallel.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DataParallelTest : public TrainersFixture {
 protected:
  // Trains with options.shards shards, or one for each of `ranks` trainers.
  std::vector<State> Train(int ranks, int steps, DataParallelOptions options,
                           const Rows& rows = EightRows) {
    options.shards = std::max(options.shards, ranks);
    return TrainAll(ranks, options.shards, steps,
                    {DataParallel(main_, options), startup_}, rows);
  }
};

TEST_F(DataParallelTest, OneShardStaysAsItIs) {
  Minimize(Network());
  EXPECT_EQ(DataParallel(main_, {}).main, main_);
}

TEST_F(DataParallelTest, ProgramWithoutOptimizerStaysAsItIs) {
  Network();
  DataParallelOptions options;
  options.shards = 2;
  EXPECT_EQ(DataParallel(main_, options).main, main_);
}

TEST_F(DataParallelTest, ExchangesBetweenBackwardAndOptimizer) {
  const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  const Variable cost = layer::mean(layer::fc(x, 1));
  backward::SGDOptimizer(0.1).Minimize(cost);
  DataParallelOptions options;
  options.shards = 2;
  options.bucket_bytes = 0;
  const auto made = DataParallel(main_, options);
  EXPECT_EQ(TextOf(made.main), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  fc_0.tmp_1@GRAD = mean_grad(X=fc_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  # communicate
  {Buffer: bucket_0@JOB, Pending: pending_0@JOB} = allreduce_start(X=fc_0.b_0@GRAD, Rows=fc_0.tmp_1, Group=group@JOB, Shards=shards@JOB)
  # backward
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # communicate
  {Buffer: bucket_1@JOB, Pending: pending_1@JOB} = allreduce_start(X=fc_0.w_0@GRAD, Rows=fc_0.tmp_1, Group=group@JOB, Shards=shards@JOB, exchange=1)
  fc_0.b_0@GRAD = allreduce_wait(Buffer=bucket_0@JOB, Pending=pending_0@JOB, X=fc_0.b_0@GRAD)
  fc_0.w_0@GRAD = allreduce_wait(Buffer=bucket_1@JOB, Pending=pending_1@JOB, X=fc_0.w_0@GRAD)
  # optimize
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD)
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=learning_rate_0, Grad=fc_0.b_0@GRAD)
}
)");
  EXPECT_EQ(TextOf(made.idle), R"(block 0 {
  idle_weight@JOB = fill_constant(shape=[1])
  fc_0.b_0@GRAD = fill_constant(shape=[1])
  fc_0.w_0@GRAD = fill_constant(shape=[2, 1])
  # communicate
  {Buffer: bucket_0@JOB, Pending: pending_0@JOB} = allreduce_start(X=fc_0.b_0@GRAD, Weight=idle_weight@JOB, Group=group@JOB, Shards=shards@JOB)
  {Buffer: bucket_1@JOB, Pending: pending_1@JOB} = allreduce_start(X=fc_0.w_0@GRAD, Weight=idle_weight@JOB, Group=group@JOB, Shards=shards@JOB, exchange=1)
  fc_0.b_0@GRAD = allreduce_wait(Buffer=bucket_0@JOB, Pending=pending_0@JOB, X=fc_0.b_0@GRAD)
  fc_0.w_0@GRAD = allreduce_wait(Buffer=bucket_1@JOB, Pending=pending_1@JOB, X=fc_0.w_0@GRAD)
  # optimize
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD)
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=learning_rate_0, Grad=fc_0.b_0@GRAD)
}
)");
}

TEST_F(DataParallelTest, OrderIsAnAttributeOfTheExchange) {
  const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  const Variable cost = layer::mean(layer::fc(x, 1));
  backward::SGDOptimizer(0.1).Minimize(cost);
  DataParallelOptions options;
  options.shards = 2;
  const uint32_t tree = DataParallel(main_, options).fingerprint;
  options.order = "fast";
  const auto made = DataParallel(main_, options);
  EXPECT_NE(made.fingerprint, tree);
  const char kStart[] =
      "allreduce_start(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Rows=fc_0.tmp_1, "
      "Group=group@JOB, Shards=shards@JOB, order=\"fast\")";
  EXPECT_THAT(TextOf(made.main), HasSubstr(kStart));
  EXPECT_THAT(TextOf(made.idle), HasSubstr("order=\"fast\""));
  EXPECT_THAT(TextOf(made.shard), Not(HasSubstr("order=")));
  options.order = "slow";
  EXPECT_ERROR(DataParallel(main_, options), InvalidArgument,
               "the order of additions is tree or fast, not slow");
}

// The sum travels once, inside the block that uses it.
TEST_F(DataParallelTest, SumsOverSeveralRunsAreExchangedInTheLastOne) {
  const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  const Variable cost = layer::mean(layer::fc(x, 1));
  backward::SGDOptimizer(0.1).Minimize(cost, nullptr, {},
                                       /*accumulate_steps=*/4);
  DataParallelOptions options;
  options.shards = 2;
  const auto made = DataParallel(main_, options);
  const std::string kOptimizer = R"(  # optimize
  accumulated_steps_0_now = assign(X=accumulated_steps_0)
  increment_0.tmp_0 = increment(X=accumulated_steps_0_now)
  constant_0 = fill_constant(shape=[], dtype="int64", value=4.0)
  elementwise_mod_0.tmp_0 = elementwise_mod(X=increment_0.tmp_0, Y=constant_0)
  accumulated_steps_0 = assign(X=elementwise_mod_0.tmp_0)
  constant_1 = fill_constant(shape=[], dtype="int64", value=3.0)
  equal_0.tmp_0 = equal(X=accumulated_steps_0_now, Y=constant_1)
  cond_0.tmp_0 = conditional_block(Condition=equal_0.tmp_0, Captures=[fc_0.w_0_gradient_sum_0, fc_0.b_0_gradient_sum_0, fc_0.w_0, learning_rate_0, fc_0.b_0, group@JOB, shards@JOB], block=block 1)
}
block 1 in 0 {
  # communicate
  {Buffer: bucket_0@JOB, Pending: pending_0@JOB} = allreduce_start(X=[fc_0.b_0_gradient_sum_0, fc_0.w_0_gradient_sum_0], Group=group@JOB, Shards=shards@JOB, kept="accumulated_steps_0")
  [fc_0.b_0_gradient_sum_0, fc_0.w_0_gradient_sum_0] = allreduce_wait(Buffer=bucket_0@JOB, Pending=pending_0@JOB, X=[fc_0.b_0_gradient_sum_0, fc_0.w_0_gradient_sum_0])
  # optimize
  scale_0.tmp_0 = scale(X=fc_0.w_0_gradient_sum_0, scale=0.25)
  scale_1.tmp_0 = scale(X=fc_0.b_0_gradient_sum_0, scale=0.25)
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=learning_rate_0, Grad=scale_0.tmp_0)
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=learning_rate_0, Grad=scale_1.tmp_0)
}
)";
  const std::string kKept =
      "Group=group@JOB, Shards=shards@JOB, Count=accumulated_steps_0, "
      "kept=\"accumulated_steps_0\")\n";
  const std::string kGradients = R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  fc_0.tmp_1@GRAD = mean_grad(X=fc_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Rows=fc_0.tmp_1, )" +
                                 kKept;
  EXPECT_EQ(TextOf(made.main), kGradients + kOptimizer);
  EXPECT_EQ(TextOf(made.shard), kGradients + "}\n");
  EXPECT_EQ(TextOf(made.idle), R"(block 0 {
  idle_weight@JOB = fill_constant(shape=[1])
  fc_0.b_0@GRAD = fill_constant(shape=[1])
  fc_0.w_0@GRAD = fill_constant(shape=[2, 1])
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Weight=idle_weight@JOB, )" +
                                   kKept + kOptimizer);
  options.exchange_sums = false;
  EXPECT_NE(DataParallel(main_, options).fingerprint, made.fingerprint);
}

TEST_F(DataParallelTest, NoBitOfSumsDependsOnTheNumberOfTrainers) {
  Minimize(Network(), /*accumulate_steps=*/3);
  DataParallelOptions options;
  options.shards = 4;
  // The fifth step has rows for three shards, the sixth for one.
  const auto rows = [](int batch) {
    return batch == 19 || (batch > 20 && batch < 24) ? 0 : 4 + batch % 3;
  };
  const auto expected = Train(4, 8, options, rows);
  for (const int64_t bytes : {int64_t{0}, options.bucket_bytes}) {
    options.bucket_bytes = bytes;
    for (const int ranks : {1, 2, 3, 4}) {
      const auto states = Train(ranks, 8, options, rows);
      for (const State& state : states) EXPECT_EQ(state, expected[0]) << ranks;
    }
  }
}

// As where gradients travel in each run, since all have as many rows.
TEST_F(DataParallelTest, SumsThatTravelOnceAreTheSumsOfThoseThatTravelOften) {
  Minimize(Network(/*normalize=*/false), /*accumulate_steps=*/3);
  DataParallelOptions options;
  options.shards = 4;
  const auto once = Train(2, 6, options);
  options.exchange_sums = false;
  ExpectNear(Train(2, 6, options)[0], once[0]);
}

TEST_F(DataParallelTest, TrainersStayEqual) {
  Minimize(Network());
  const auto states = Train(3, 5, {});
  EXPECT_EQ(states[0], states[1]);
  EXPECT_EQ(states[0], states[2]);
}

TEST_F(DataParallelTest, NoBitDependsOnBucketsAndOverlap) {
  Minimize(Network());
  const auto expected = Train(4, 5, {});
  for (const int64_t bytes : {0, 64, 1000}) {
    for (const bool overlap : {false, true}) {
      DataParallelOptions options;
      options.bucket_bytes = bytes;
      options.overlap = overlap;
      EXPECT_EQ(Train(4, 5, options), expected) << bytes << overlap;
    }
  }
}

TEST_F(DataParallelTest, NoBitDependsOnTheNumberOfTrainers) {
  Minimize(Network());
  DataParallelOptions options;
  options.shards = 4;
  // The third step has rows for three shards, the last one for one.
  const auto rows = [](int batch) { return batch == 11 || batch > 12 ? 0 : 8; };
  const auto expected = Train(4, 4, options, rows);
  for (const int64_t bytes : {int64_t{0}, options.bucket_bytes}) {
    options.bucket_bytes = bytes;
    for (const int ranks : {1, 2, 3}) {
      const auto states = Train(ranks, 4, options, rows);
      for (const State& state : states) EXPECT_EQ(state, expected[0]) << ranks;
    }
  }
}

// Whatever fails before the last wait has changed nothing.
TEST_F(DataParallelTest, StatisticsAreWrittenWithTheOptimizer) {
  const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  const Variable cost = layer::mean(layer::batch_norm(x));
  backward::SGDOptimizer(0.1).Minimize(cost);
  DataParallelOptions options;
  options.shards = 2;
  const auto made = DataParallel(main_, options);
  const std::string main = TextOf(made.main);
  EXPECT_LT(
      main.find("batch_norm_0.mean_0@STEP = assign(X=batch_norm_0.mean_0"),
      main.find(" = batch_norm("));
  const size_t back =
      main.find("batch_norm_0.mean_0 = assign(X=batch_norm_0.mean_0@STEP");
  EXPECT_LT(main.rfind("allreduce_wait("), back);
  EXPECT_LT(back, main.find("sgd("));
  EXPECT_THAT(
      TextOf(made.idle),
      HasSubstr("batch_norm_0.mean_0 = assign(X=batch_norm_0.mean_0@S"));
  const std::string shard = TextOf(made.shard);
  EXPECT_THAT(shard, HasSubstr("accumulate_shard(X="));
  EXPECT_THAT(shard, Not(HasSubstr("batch_norm_0.mean_0 = ")));
  EXPECT_THAT(shard, Not(HasSubstr("sgd(")));
}

TEST_F(DataParallelTest, SchedulesCountStepsAndNotShards) {
  const Variable cost = Network();
  backward::SGDOptimizer(backward::schedule::Exponential(0.1, 3, 0.5))
      .Minimize(cost);
  layer::SetRandomSeed(7);
  DataParallelOptions options;
  options.shards = 4;
  const std::vector<State> one = Train(1, 6, options);
  const std::string& steps = one[0].at("schedule_step");
  int64_t count = 0;
  ASSERT_EQ(steps.size(), sizeof(count));
  std::memcpy(&count, steps.data(), sizeof(count));
  EXPECT_EQ(count, 6);
  for (const State& state : Train(3, 6, options)) EXPECT_EQ(state, one[0]);
}

TEST_F(DataParallelTest, AStepThatIsGivenUpIsNotCounted) {
  const Variable cost = Network();
  backward::SGDOptimizer(backward::schedule::Exponential(0.1, 3, 0.5))
      .Minimize(cost);
  DataParallelOptions options;
  options.shards = 2;
  const std::string main = TextOf(DataParallel(main_, options).main);
  EXPECT_THAT(main, Not(HasSubstr("schedule_step = assign(X=increment")));
  EXPECT_LT(main.rfind(" = allreduce_wait("),
            main.find("schedule_step = assign(X=schedule_step@STEP)"));
}

TEST_F(DataParallelTest, TrainerWithoutRowsChangesNothing) {
  Minimize(Network());
  const auto with_idle =
      Train(2, 5, {}, [](int batch) { return batch % 2 == 0 ? 8 : 0; });
  EXPECT_EQ(with_idle[0], with_idle[1]);
  // Trainer 0 alone, on the same batches.
  const auto scope = Scope::Create();
  Executor executor;
  executor.Run(startup_, {}, {}, scope.get());
  for (int step = 0; step < 5; ++step) {
    SetStep(scope.get(), 2 * step + 1);
    executor.Run(main_, Batch(2 * step, 8), {}, scope.get());
  }
  EXPECT_EQ(StateOf(*scope), with_idle[0]);
}

TEST_F(DataParallelTest, UnevenRowsCountEach) {
  Minimize(Network(/*normalize=*/false));
  // Batches of 3 and 5 rows, against the 8 rows together.
  const auto states =
      Train(2, 3, {}, [](int batch) { return batch % 2 == 0 ? 3 : 5; });
  const auto scope = Scope::Create();
  Executor executor;
  executor.Run(startup_, {}, {}, scope.get());
  for (int step = 0; step < 3; ++step) {
    Feeds both = Batch(2 * step, 3);
    const Feeds rest = Batch(2 * step + 1, 5);
    for (size_t i = 0; i < both.size(); ++i) {
      const LoDTensor& a = both[i].second;
      const LoDTensor& b = rest[i].second;
      LoDTensor all;
      all.Allocate({8, a.dims()[1]}, DataType::kFloat32);
      std::memcpy(all.raw_mutable_data(), a.raw_data(), a.bytes());
      std::memcpy(all.mutable_data<float>() + a.numel(), b.raw_data(),
                  b.bytes());
      both[i].second = all;
    }
    executor.Run(main_, both, {}, scope.get());
  }
  ExpectNear(states[0], StateOf(*scope));
}

// Rows of an embedding travel as rows.
TEST_F(DataParallelTest, SparseGradientsAreGathered) {
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  layer::EmbeddingOptions sparse;
  sparse.is_sparse = true;
  const Variable cost = layer::mean(layer::embedding(ids, 20, 4, sparse));
  backward::SGDOptimizer(0.5).Minimize(cost);
  layer::SetRandomSeed(7);
  DataParallelOptions options;
  options.shards = 2;
  const auto made = DataParallel(main_, options);
  EXPECT_THAT(TextOf(made.main), HasSubstr("allgather(X="));
  EXPECT_THAT(TextOf(made.idle), HasSubstr("allgather(Like="));
  batch_ = [](int number, int64_t rows) {
    LoDTensor ids;
    ids.Allocate({rows, 1}, DataType::kInt64);
    for (int64_t i = 0; i < rows; ++i) {
      ids.mutable_data<int64_t>()[i] = (number + 3 * i) % 20;
    }
    return Feeds{{"ids", ids}};
  };
  const auto states = Train(3, 4, {}, [](int batch) { return batch % 3 * 2; });
  EXPECT_EQ(states[0], states[1]);
  EXPECT_EQ(states[0], states[2]);
  options.shards = 4;
  const auto four = Train(4, 4, options);
  for (const int ranks : {1, 2, 3}) {
    EXPECT_EQ(Train(ranks, 4, options)[0], four[0]) << ranks;
  }
  // The rows of both trainers that have any, together.
  const auto scope = Scope::Create();
  Executor executor;
  executor.Run(startup_, {}, {}, scope.get());
  for (int step = 0; step < 4; ++step) {
    LoDTensor ids;
    ids.Allocate({6, 1}, DataType::kInt64);
    const Feeds a = batch_(3 * step + 1, 2), b = batch_(3 * step + 2, 4);
    std::memcpy(ids.raw_mutable_data(), a[0].second.raw_data(), 16);
    std::memcpy(ids.mutable_data<int64_t>() + 2, b[0].second.raw_data(), 32);
    executor.Run(main_, {{"ids", ids}}, {}, scope.get());
  }
  ExpectNear(states[0], StateOf(*scope));
}

TEST_F(DataParallelTest, FingerprintTellsProgramsApart) {
  const Variable cost = Network();
  Minimize(cost);
  DataParallelOptions options;
  options.shards = 2;
  const uint32_t first = DataParallel(main_, options).fingerprint;
  EXPECT_EQ(DataParallel(main_, options).fingerprint, first);
  options.bucket_bytes = 0;
  EXPECT_NE(DataParallel(main_, options).fingerprint, first);
}

TEST_F(DataParallelTest, RefusesNonsense) {
  DataParallelOptions options;
  options.shards = 0;
  EXPECT_ERROR(DataParallel(main_, options), InvalidArgument, "shards");
}

}  // namespace
}  // namespace paddle::framework

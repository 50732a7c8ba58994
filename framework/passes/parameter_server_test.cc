#include "paddle/framework/passes/parameter_server.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ParameterServerTest : public TrainersFixture {
 protected:
  static Variable Small() {
    const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
    return layer::mean(layer::fc(x, 1));
  }
  ParameterServerPrograms Cut(int servers, int shards,
                              int64_t bucket_bytes = 25 << 20) const {
    ParameterServerOptions options;
    options.servers = servers;
    options.trainers.shards = shards;
    options.trainers.bucket_bytes = bucket_bytes;
    return ParameterServer(main_, startup_, options);
  }
};

TEST_F(ParameterServerTest, CutsOneServer) {
  backward::SGDOptimizer(0.1).Minimize(Small());
  const auto made = Cut(1, 2);
  EXPECT_EQ(TextOf(made.trainers.main), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  fc_0.tmp_1@GRAD = mean_grad(X=fc_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Rows=fc_0.tmp_1, Group=group@JOB, Shards=shards@JOB)
  push_gradient(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB)
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[0, 0], dtypes=["float32", "float32"], ranks=[2, 1], dims=[2, 1, 1])
}
)");
  EXPECT_EQ(TextOf(made.trainers.shard), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  fc_0.tmp_1@GRAD = mean_grad(X=fc_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Rows=fc_0.tmp_1, Group=group@JOB, Shards=shards@JOB)
}
)");
  EXPECT_EQ(TextOf(made.trainers.idle), R"(block 0 {
  idle_weight@JOB = fill_constant(shape=[1])
  fc_0.b_0@GRAD = fill_constant(shape=[1])
  fc_0.w_0@GRAD = fill_constant(shape=[2, 1])
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Weight=idle_weight@JOB, Group=group@JOB, Shards=shards@JOB)
  push_gradient(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB)
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[0, 0], dtypes=["float32", "float32"], ranks=[2, 1], dims=[2, 1, 1])
}
)");
  EXPECT_EQ(TextOf(made.startup), R"(block 0 {
  # communicate
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[0, 0], dtypes=["float32", "float32"], ranks=[2, 1], dims=[2, 1, 1], latest=true)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].main), R"(block 0 {
}
block 1 'update:0' in 0 (fc_0.b_0@GRAD, fc_0.w_0@GRAD) -> () {
  # optimize
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD)
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=learning_rate_0, Grad=fc_0.b_0@GRAD)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].startup), R"(block 0 {
  fc_0.w_0 = uniform_random(shape=[2, 1], min=-1.4142135623730951, max=1.4142135623730951)
  fc_0.b_0 = fill_constant(shape=[1])
  learning_rate_0 = fill_constant(shape=[1], value=0.1)
}
)");
}

TEST_F(ParameterServerTest, LargestParametersArePlacedFirst) {
  Minimize(Network());
  const auto made = Cut(2, 1);
  EXPECT_THAT(TextOf(made.servers[0].main),
              HasSubstr("'update:1' in 0 (fc_0.w_0@GRAD) -> ()"));
  EXPECT_THAT(TextOf(made.servers[1].main),
              HasSubstr("'update:2' in 0 (fc_1.b_0@GRAD, fc_1.w_0@GRAD, "
                        "batch_norm_0.w_0@GRAD, batch_norm_0.b_0@GRAD, "
                        "fc_0.b_0@GRAD) -> ()"));
  EXPECT_THAT(TextOf(made.servers[1].startup), Not(HasSubstr("fc_0.w_0")));
  EXPECT_EQ(made.trainers.shard, nullptr);
  EXPECT_EQ(made.trainers.idle, nullptr);
}

TEST_F(ParameterServerTest, ServersComputeLearningRates) {
  const Variable cost = Small();
  backward::SGDOptimizer(backward::schedule::Exponential(0.1, 10, 0.5))
      .Minimize(cost);
  EXPECT_EQ(TextOf(Cut(1, 1).servers[0].main), R"(block 0 {
}
block 1 'schedule' in 0 {
  # schedule
  schedule_step_now = assign(X=schedule_step)
  increment_0.tmp_0 = increment(X=schedule_step_now)
  schedule_step = assign(X=increment_0.tmp_0)
  cast_0.tmp_0 = cast(X=schedule_step_now, out_dtype="float64")
  constant_0 = fill_constant(shape=[], dtype="float64", value=10.0)
  elementwise_div_0.tmp_0 = elementwise_div(X=cast_0.tmp_0, Y=constant_0)
  constant_1 = fill_constant(shape=[], dtype="float64", value=0.5)
  elementwise_pow_0.tmp_0 = elementwise_pow(X=constant_1, Y=elementwise_div_0.tmp_0)
  scale_0.tmp_0 = scale(X=elementwise_pow_0.tmp_0, scale=0.1)
}
block 2 'update:0' in 0 (fc_0.b_0@GRAD, fc_0.w_0@GRAD) -> () {
  # optimize
  cast_1.tmp_0 = cast(X=scale_0.tmp_0)
  fc_0.w_0 = sgd(Param=fc_0.w_0, LearningRate=cast_1.tmp_0, Grad=fc_0.w_0@GRAD)
  cast_2.tmp_0 = cast(X=scale_0.tmp_0)
  fc_0.b_0 = sgd(Param=fc_0.b_0, LearningRate=cast_2.tmp_0, Grad=fc_0.b_0@GRAD)
}
)");
}

TEST_F(ParameterServerTest, NeedsAnOptimizer) {
  Small();
  EXPECT_ERROR(Cut(1, 1), InvalidArgument, "the program has no optimizer");
}

TEST_F(ParameterServerTest, NeedsAServer) {
  backward::SGDOptimizer(0.1).Minimize(Small());
  EXPECT_ERROR(Cut(0, 1), InvalidArgument, "servers");
}

TEST_F(ParameterServerTest, ClipsByTheGlobalNormAtOneServer) {
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByGlobalNorm(1);
  backward::SGDOptimizer(0.1, options).Minimize(Small());
  EXPECT_THAT(TextOf(Cut(1, 1, 0).servers[0].main),
              HasSubstr("'update:0' in 0 (fc_0.b_0@GRAD, fc_0.w_0@GRAD)"));
  EXPECT_ERROR(Cut(2, 1), Unimplemented,
               "of the optimizer needs several gradients: fc_0.b_0@GRAD, "
               "fc_0.w_0@GRAD");
}

}  // namespace
}  // namespace paddle::framework

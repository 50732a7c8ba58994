#include "paddle/framework/passes/delta_servers.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/passes/testing/table_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::HasSubstr;

class DeltaServersTest : public TableFixture {
 protected:
  ParameterServerPrograms CutDeltas(int servers, int shards,
                                    int64_t push_every = 8) const {
    ParameterServerOptions options;
    options.servers = servers;
    options.trainers.shards = shards;
    options.push_every = push_every;
    options.trainer_count = 3;
    return DeltaServers(main_, startup_, options);
  }
};

TEST_F(DeltaServersTest, TrainersKeepTheOptimizer) {
  const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  backward::MomentumOptimizer(0.1, {0.9})
      .Minimize(layer::mean(layer::fc(x, 1)));
  const auto made = CutDeltas(2, 1);
  EXPECT_EQ(TextOf(made.trainers.main), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  fc_0.tmp_1@GRAD = mean_grad(X=fc_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # optimize
  {ParamOut: fc_0.w_0, VelocityOut: fc_0.w_0_velocity_0} = momentum(Param=fc_0.w_0, Grad=fc_0.w_0@GRAD, LearningRate=learning_rate_0, Velocity=fc_0.w_0_velocity_0, mu=0.9)
  {ParamOut: fc_0.b_0, VelocityOut: fc_0.b_0_velocity_0} = momentum(Param=fc_0.b_0, Grad=fc_0.b_0@GRAD, LearningRate=learning_rate_0, Velocity=fc_0.b_0_velocity_0, mu=0.9)
  # communicate
  {ParamOut: [fc_0.w_0, fc_0.b_0], PulledOut: [fc_0.w_0@PULLED, fc_0.b_0@PULLED]} = push_delta(Servers=servers@JOB, Group=group@JOB, Param=[fc_0.w_0, fc_0.b_0], Pulled=[fc_0.w_0@PULLED, fc_0.b_0@PULLED], server_of=[0, 1], trainers=3, push_every=8)
}
)");
  EXPECT_EQ(made.trainers.shard, nullptr);
  EXPECT_EQ(made.trainers.idle, nullptr);
  EXPECT_EQ(TextOf(made.startup), R"(block 0 {
  learning_rate_0 = fill_constant(shape=[1], value=0.1)
  fc_0.w_0_velocity_0 = fill_constant(shape=[2, 1])
  fc_0.b_0_velocity_0 = fill_constant(shape=[1])
  # communicate
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[0, 1], dtypes=["float32", "float32"], ranks=[2, 1], dims=[2, 1, 1], latest=true)
  # forward
  fc_0.w_0@PULLED = assign(X=fc_0.w_0)
  fc_0.b_0@PULLED = assign(X=fc_0.b_0)
}
)");
  EXPECT_EQ(TextOf(made.finish), R"(block 0 {
  # communicate
  {ParamOut: [fc_0.w_0, fc_0.b_0], PulledOut: [fc_0.w_0@PULLED, fc_0.b_0@PULLED]} = push_delta(Servers=servers@JOB, Group=group@JOB, Param=[fc_0.w_0, fc_0.b_0], Pulled=[fc_0.w_0@PULLED, fc_0.b_0@PULLED], server_of=[0, 1], trainers=3)
}
)");
  EXPECT_EQ(TextOf(made.restored), R"(block 0 {
  fc_0.w_0@PULLED = assign(X=fc_0.w_0)
  fc_0.b_0@PULLED = assign(X=fc_0.b_0)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].main), R"(block 0 {
}
block 1 'update:0' in 0 (fc_0.w_0@DELTA) -> () {
  # optimize
  fc_0.w_0@WIDE = cast(X=fc_0.w_0, out_dtype="float64")
  fc_0.w_0@SUM = elementwise_add(X=fc_0.w_0@WIDE, Y=fc_0.w_0@DELTA)
  fc_0.w_0 = cast(X=fc_0.w_0@SUM)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].startup), R"(block 0 {
  fc_0.w_0 = uniform_random(shape=[2, 1], min=-1.4142135623730951, max=1.4142135623730951)
}
)");
  EXPECT_THAT(TextOf(made.servers[1].main), HasSubstr("fc_0.b_0@DELTA"));
}

TEST_F(DeltaServersTest, TrainersOfSeveralShardsPushInTheLast) {
  Minimize(Network());
  const auto made = CutDeltas(1, 2);
  EXPECT_THAT(TextOf(made.trainers.main), HasSubstr("push_delta"));
  EXPECT_THAT(TextOf(made.trainers.idle), HasSubstr("push_delta"));
  EXPECT_EQ(TextOf(made.trainers.shard).find("push_delta"), std::string::npos);
}

// Large parameters are placed first, but deltas come in the order of Param.
TEST_F(DeltaServersTest, ABlockTakesDeltasAsTheyArePushed) {
  const Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  backward::SGDOptimizer(0.1).Minimize(
      layer::mean(layer::fc(layer::fc(x, 2), 9)));
  EXPECT_THAT(TextOf(CutDeltas(1, 1).servers[0].main),
              HasSubstr("'update:0' in 0 (fc_0.w_0@DELTA, fc_0.b_0@DELTA, "
                        "fc_1.w_0@DELTA, fc_1.b_0@DELTA)"));
}

TEST_F(DeltaServersTest, RefuseTables) {
  backward::SGDOptimizer(0.1).Minimize(layer::mean(Look(Ids())));
  EXPECT_ERROR(CutDeltas(1, 1), Unimplemented,
               "the table 'w' is distributed: servers that add up");
}

TEST_F(DeltaServersTest, NeedAnOptimizer) {
  layer::mean(Look(Ids(), {}));
  EXPECT_ERROR(CutDeltas(1, 1), InvalidArgument, "call minimize");
}

TEST_F(DeltaServersTest, NeedServersAndSteps) {
  Minimize(Network());
  EXPECT_ERROR(CutDeltas(0, 1), InvalidArgument, "servers");
  EXPECT_ERROR(CutDeltas(1, 1, 0), InvalidArgument, "push_every");
}

}  // namespace
}  // namespace paddle::framework

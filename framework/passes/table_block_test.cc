#include "paddle/framework/passes/table_block.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/schedule.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/passes/testing/table_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using TableBlockTest = TableFixture;

TEST_F(TableBlockTest, UpdatesRowsAsTheOptimizerDoes) {
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByValue(-1, 1);
  backward::AdagradOptimizer(backward::schedule::Exponential(0.1, 10, 0.5), {},
                             options)
      .Minimize(layer::mean(Look(Ids())));
  const auto made = Cut(2, 2);
  EXPECT_EQ(PrintText(*made.servers[0].main, {}), R"(block 0 {
  var schedule_step: [] int64, persistable, no gradient
  var scale_0.tmp_0: [] float64, persistable
  var w: [s3, 2] float32, parameter
  var w_moment_0: [s3, 2] float32, persistable, no gradient
}
block 1 'schedule' in 0 {
  var schedule_step_now: [] int64
  var increment_0.tmp_0: [] int64
  var cast_0.tmp_0: [] float64
  var constant_0: [] float64
  var elementwise_div_0.tmp_0: [] float64
  var constant_1: [] float64
  var elementwise_pow_0.tmp_0: [] float64

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
block 2 'update:0' in 0 (w@INDEX, w@GRAD@VALUES) -> () {
  var w@GRAD: [s3, 2] float32, selected rows
  var selected_rows_clip_0.tmp_0: [s3, 2] float32, selected rows
  var cast_1.tmp_0: [] float32
  var w@INDEX: [s4] int64, feed
  var w@GRAD@VALUES: [s4, 2] float32, feed

  # optimize
  w@GRAD = lookup_table_grad(W=w, Ids=w@INDEX, Out@GRAD=w@GRAD@VALUES, is_sparse=true, is_distributed=true)
  selected_rows_clip_0.tmp_0 = selected_rows_clip(X=w@GRAD, min=-1.0, max=1.0)
  cast_1.tmp_0 = cast(X=scale_0.tmp_0)
  {ParamOut: w, MomentOut: w_moment_0} = adagrad(Param=w, Grad=selected_rows_clip_0.tmp_0, LearningRate=cast_1.tmp_0, Moment=w_moment_0)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].startup), R"(block 0 {
  schedule_step = fill_constant(shape=[], dtype="int64")
}
block 1 'initialize:w' in 0 () -> (w, w_moment_0) {
  w = uniform_random(shape=[1000, 2], min=-0.07738232325341368, max=0.07738232325341368)
  w_moment_0 = fill_constant(shape=[1000, 2])
}
)");
  EXPECT_EQ(TextOf(made.servers[1].main), TextOf(made.servers[0].main));
}

TEST_F(TableBlockTest, NumbersOfAStepStayWhole) {
  backward::AdamSettings lazy;
  lazy.lazy_mode = true;
  backward::AdamOptimizer(0.1, lazy).Minimize(layer::mean(Look(Ids())));
  EXPECT_EQ(TextOf(Cut().servers[0].startup), R"(block 0 {
  learning_rate_0 = fill_constant(shape=[1], value=0.1)
  w_beta1_pow_0 = fill_constant(shape=[1], value=0.9)
  w_beta2_pow_0 = fill_constant(shape=[1], value=0.999)
}
block 1 'initialize:w' in 0 () -> (w, w_moment1_0, w_moment2_0) {
  w = uniform_random(shape=[1000, 2], min=-0.07738232325341368, max=0.07738232325341368)
  w_moment1_0 = fill_constant(shape=[1000, 2])
  w_moment2_0 = fill_constant(shape=[1000, 2])
}
)");
}

TEST_F(TableBlockTest, RowsBeginWithSomething) {
  backward::SGDOptimizer(0.1).Minimize(layer::mean(Look(Ids())));
  proto::BlockDesc* block = startup_->mutable_desc()->mutable_blocks(0);
  block->mutable_ops()->DeleteSubrange(0, 1);
  startup_->Changed();
  EXPECT_ERROR(Cut(), InvalidArgument,
               "gives 'w', of the table 'w', no first value");
}

TEST_F(TableBlockTest, OneServerTakesTheRowsOfAWholeParameter) {
  layer::EmbeddingOptions sparse = Distributed();
  sparse.is_distributed = false;
  backward::SGDOptimizer(0.1).Minimize(layer::mean(Look(Ids(), sparse)));
  const auto made = Cut(2, 2);
  EXPECT_EQ(TextOf(made.servers[0].main), R"(block 0 {
}
block 1 'update:0' in 0 (w@GRAD@IDS, w@GRAD@VALUES) -> () {
  # optimize
  w@GRAD = lookup_table_grad(W=w, Ids=w@GRAD@IDS, Out@GRAD=w@GRAD@VALUES, is_sparse=true)
  w = sgd(Param=w, LearningRate=learning_rate_0, Grad=w@GRAD)
}
)");
  EXPECT_EQ(TextOf(made.servers[1].main), "block 0 {\n}\n");
  EXPECT_EQ(TextOf(made.trainers.main), R"(block 0 {
  embedding_0.tmp_0 = lookup_table(W=w, Ids=ids, is_sparse=true)
  mean_0.tmp_0 = mean(X=embedding_0.tmp_0)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  embedding_0.tmp_0@GRAD = mean_grad(X=embedding_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
  w@GRAD = lookup_table_grad(W=w, Ids=ids, Out@GRAD=embedding_0.tmp_0@GRAD, is_sparse=true)
  # communicate
  accumulate_shard_rows(X=w@GRAD, Rows=embedding_0.tmp_0, Group=group@JOB, Shards=shards@JOB)
  push_rows(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB, table="w", width=2, server=0)
  w = pull_parameter(Servers=servers@JOB, server_of=[0], dtypes=["float32"], ranks=[2], dims=[1000, 2])
}
)");
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/passes/table_lookups.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/table_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using TableLookupsTest = TableFixture;

TEST_F(TableLookupsTest, FetchRows) {
  backward::SGDOptimizer(0.1).Minimize(layer::mean(Look(Ids())));
  const auto made = Cut(2, 2).trainers;
  EXPECT_EQ(TextOf(made.main), R"(block 0 {
  {Rows: w@ROWS, RowIds: w@IDS, Places: w@INDEX} = pull_rows(Servers=servers@JOB, Ids=ids, table="w", width=2, height=1000, padding_idx=[-1])
  embedding_0.tmp_0 = lookup_table(W=w@ROWS, Ids=w@INDEX, is_sparse=true, is_distributed=true)
  mean_0.tmp_0 = mean(X=embedding_0.tmp_0)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  embedding_0.tmp_0@GRAD = mean_grad(X=embedding_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
  w@ROWS@GRAD = lookup_table_grad(W=w@ROWS, Ids=w@INDEX, Out@GRAD=embedding_0.tmp_0@GRAD, is_sparse=true, is_distributed=true)
  w@GRAD = renumber_rows(X=w@ROWS@GRAD, RowIds=w@IDS, height=1000)
  # communicate
  accumulate_shard_rows(X=w@GRAD, Rows=embedding_0.tmp_0, Group=group@JOB, Shards=shards@JOB)
  push_rows(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB, table="w", width=2)
  pull_parameter(Servers=servers@JOB, server_of=[], dtypes=[], ranks=[], dims=[])
}
)");
  EXPECT_EQ(TextOf(made.shard), R"(block 0 {
  {Rows: w@ROWS, RowIds: w@IDS, Places: w@INDEX} = pull_rows(Servers=servers@JOB, Ids=ids, table="w", width=2, height=1000, padding_idx=[-1])
  embedding_0.tmp_0 = lookup_table(W=w@ROWS, Ids=w@INDEX, is_sparse=true, is_distributed=true)
  mean_0.tmp_0 = mean(X=embedding_0.tmp_0)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  embedding_0.tmp_0@GRAD = mean_grad(X=embedding_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
  w@ROWS@GRAD = lookup_table_grad(W=w@ROWS, Ids=w@INDEX, Out@GRAD=embedding_0.tmp_0@GRAD, is_sparse=true, is_distributed=true)
  w@GRAD = renumber_rows(X=w@ROWS@GRAD, RowIds=w@IDS, height=1000)
  # communicate
  accumulate_shard_rows(X=w@GRAD, Rows=embedding_0.tmp_0, Group=group@JOB, Shards=shards@JOB)
}
)");
  EXPECT_EQ(TextOf(made.idle), R"(block 0 {
  idle_weight@JOB = fill_constant(shape=[1])
  # communicate
  push_rows(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB, table="w", width=2, idle=true)
  pull_parameter(Servers=servers@JOB, server_of=[], dtypes=[], ranks=[], dims=[])
}
)");
}

TEST_F(TableLookupsTest, FetchTheRowsOfSeveralLookUpsAtOnce) {
  layer::EmbeddingOptions padded = Distributed();
  padded.padding_idx = 3;
  const Variable a = Ids("a"), b = Ids("b");
  const Variable last = Look(a), other = Look(b, padded), first = Look(a);
  const Variable cost = layer::mean(first + other + last);
  backward::SGDOptimizer(0.1).Minimize(cost);
  EXPECT_EQ(TextOf(FetchTableRows(*main_, "servers")), R"(block 0 {
  {Rows: w@ROWS, RowIds: w@IDS, Places: [w@INDEX, w@INDEX_1]} = pull_rows(Servers=servers, Ids=[a, b], table="w", width=2, height=1000, padding_idx=[-1, 3])
  embedding_0.tmp_0 = lookup_table(W=w@ROWS, Ids=w@INDEX, is_sparse=true, is_distributed=true)
  embedding_1.tmp_0 = lookup_table(W=w@ROWS, Ids=w@INDEX_1, is_sparse=true, is_distributed=true, padding_idx=0)
  embedding_2.tmp_0 = lookup_table(W=w@ROWS, Ids=w@INDEX, is_sparse=true, is_distributed=true)
  elementwise_add_0.tmp_0 = elementwise_add(X=embedding_2.tmp_0, Y=embedding_1.tmp_0)
  elementwise_add_1.tmp_0 = elementwise_add(X=elementwise_add_0.tmp_0, Y=embedding_0.tmp_0)
  mean_0.tmp_0 = mean(X=elementwise_add_1.tmp_0)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  elementwise_add_1.tmp_0@GRAD = mean_grad(X=elementwise_add_1.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: elementwise_add_0.tmp_0@GRAD, Y@GRAD: embedding_0.tmp_0@GRAD} = elementwise_add_grad(X=elementwise_add_0.tmp_0, Y=embedding_0.tmp_0, Out@GRAD=elementwise_add_1.tmp_0@GRAD)
  {X@GRAD: embedding_2.tmp_0@GRAD, Y@GRAD: embedding_1.tmp_0@GRAD} = elementwise_add_grad(X=embedding_2.tmp_0, Y=embedding_1.tmp_0, Out@GRAD=elementwise_add_0.tmp_0@GRAD)
  w@GRAD@0 = lookup_table_grad(W=w@ROWS, Ids=w@INDEX, Out@GRAD=embedding_2.tmp_0@GRAD, is_sparse=true, is_distributed=true)
  w@GRAD@1 = lookup_table_grad(W=w@ROWS, Ids=w@INDEX_1, Out@GRAD=embedding_1.tmp_0@GRAD, is_sparse=true, is_distributed=true, padding_idx=0)
  w@GRAD@2 = lookup_table_grad(W=w@ROWS, Ids=w@INDEX, Out@GRAD=embedding_0.tmp_0@GRAD, is_sparse=true, is_distributed=true)
  w@ROWS@GRAD = sum(X=[w@GRAD@0, w@GRAD@1, w@GRAD@2])
  w@GRAD = renumber_rows(X=w@ROWS@GRAD, RowIds=w@IDS, height=1000)
  # optimize
  w = sgd(Param=w, LearningRate=learning_rate_0, Grad=w@GRAD)
}
)");
}

TEST_F(TableLookupsTest, LeavesProgramsWithoutTablesAlone) {
  backward::SGDOptimizer(0.1).Minimize(Network());
  EXPECT_EQ(TextOf(FetchTableRows(*main_, "servers")), TextOf(main_));
}

TEST_F(TableLookupsTest, NeedAllIdsBeforeTheFirst) {
  const Variable first = Look(Ids());
  const Variable second = Look(layer::argmax(first, 1));
  backward::SGDOptimizer(0.1).Minimize(layer::mean(first + second));
  EXPECT_ERROR(Cut(), Unimplemented,
               "'argmax_0.tmp_0', ids of the table 'w', is written after the "
               "first look-up");
}

}  // namespace
}  // namespace paddle::framework

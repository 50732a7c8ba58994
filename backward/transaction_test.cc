#include "paddle/backward/transaction.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/program_guard.h"

namespace paddle::backward {
namespace {

TEST(TransactionTest, TakesBackWhatIsNotCommitted) {
  const auto program = layer::NewProgram();
  program->global_block().Var("kept");
  const uint64_t version = program->version();
  {
    Transaction transaction(program);
    program->global_block().Var("lost");
    program->AddBlock(0);
  }
  EXPECT_NE(program->global_block().FindVar("kept"), nullptr);
  EXPECT_EQ(program->global_block().FindVar("lost"), nullptr);
  EXPECT_EQ(program->num_blocks(), 1);
  EXPECT_GT(program->version(), version);
}

TEST(TransactionTest, KeepsWhatIsCommitted) {
  const auto program = layer::NewProgram();
  {
    Transaction transaction(program);
    program->global_block().Var("x");
    transaction.Commit();
  }
  EXPECT_NE(program->global_block().FindVar("x"), nullptr);
}

}  // namespace
}  // namespace paddle::backward

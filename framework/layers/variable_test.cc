#include "paddle/framework/layers/variable.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

std::shared_ptr<Program> ProgramWithX() {
  auto program = NewProgram();
  framework::proto::VarDesc* x = program->global_block().Var("x");
  x->set_dtype(framework::proto::FLOAT64);
  x->add_dims(-1);
  x->add_dims(3);
  x->set_lod_level(1);
  return program;
}

TEST(VariableTest, ReadsTheProgram) {
  const auto program = ProgramWithX();
  const Variable x(program, 0, "x");
  EXPECT_EQ(x.dims(), Dims({-1, 3}));
  EXPECT_EQ(x.dtype(), DataType::kFloat64);
  EXPECT_EQ(x.lod_level(), 1);
  EXPECT_FALSE(x.persistable());
  EXPECT_EQ(x.ToString(), "x [N, 3] float64 lod 1");
  program->global_block().Var("x")->set_dtype(framework::proto::FLOAT32);
  EXPECT_EQ(x.dtype(), DataType::kFloat32);
}

TEST(VariableTest, ChangesTheProgram) {
  const auto program = ProgramWithX();
  Variable x(program, 0, "x");
  const uint64_t version = program->version();
  x.set_stop_gradient(true);
  x.set_persistable(true);
  x.set_trainable(true);
  EXPECT_TRUE(x.desc().stop_gradient());
  EXPECT_TRUE(x.desc().persistable());
  EXPECT_TRUE(x.desc().trainable());
  EXPECT_GT(program->version(), version);
}

TEST(VariableTest, HandlesOfOneVariableAreEqual) {
  const auto program = ProgramWithX();
  EXPECT_EQ(Variable(program, 0, "x"), Variable(program, 0, "x"));
  EXPECT_NE(Variable(program, 0, "x"), Variable(program->Clone(), 0, "x"));
}

TEST(VariableTest, KeepsItsProgramAlive) {
  const Variable x(ProgramWithX(), 0, "x");
  EXPECT_EQ(x.dims().rank(), 2);
}

TEST(VariableTest, AHandleDoesNotOutliveItsBlock) {
  const auto program = ProgramWithX();
  const int block = program->AddBlock(0);
  program->block(block).Var("h");
  const Variable h(program, block, "h");
  program->RemoveLastBlock();
  EXPECT_ERROR(h.dims(), FailedPrecondition,
               "variable 'h' belonged to block 1, which was taken back");
  ASSERT_EQ(program->AddBlock(0), block);
  program->block(block).Var("h");
  EXPECT_ERROR(h.desc(), FailedPrecondition, "was taken back");
  EXPECT_NE(h, Variable(program, block, "h"));
  EXPECT_ERROR(Variable(program, 7, "h"), OutOfRange, "block 7");
}

TEST(VariableTest, SaysWhatIsWrong) {
  const auto program = ProgramWithX();
  EXPECT_ERROR(Variable().dims(), FailedPrecondition, "means no variable");
  EXPECT_ERROR(Variable(nullptr, 0, "x"), InvalidArgument,
               "variable 'x' without a program");
  const Variable x(program, 0, "x");
  program->global_block().RemoveVar("x");
  EXPECT_ERROR(x.dims(), NotFound, "no variable is called 'x'");
  program->global_block().Var("scopes");
  EXPECT_ERROR(Variable(program, 0, "scopes").dtype(), InvalidArgument,
               "variable 'scopes' has no data type");
}

TEST(FindVariableTest, FindsOwnAndEnclosingVariables) {
  const auto program = ProgramWithX();
  const int child = program->AddBlock(0);
  const int gradient = program->AddBlock(0, child);
  program->block(child).Var("local");
  EXPECT_EQ(FindVariable(program, child, "x").block(), 0);
  EXPECT_EQ(FindVariable(program, child, "local").block(), child);
  EXPECT_EQ(FindVariable(program, gradient, "local").block(), child);
  EXPECT_ERROR(FindVariable(program, 0, "local"), NotFound, "local");
}

}  // namespace
}  // namespace paddle::layer

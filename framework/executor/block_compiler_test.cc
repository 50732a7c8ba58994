#include "paddle/framework/executor/block_compiler.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"

namespace paddle::framework {
namespace {

using Storage = CompiledBlock::Storage;
using testing::Add;
using testing::AddPersistable;
using testing::Fill;
using testing::NewProgram;
using testing::Plus;

class BlockCompilerTest : public ::testing::Test {
 protected:
  std::shared_ptr<Program> program_ = NewProgram();
};

TEST_F(BlockCompilerTest, SortsVariablesByWhereTheyLive) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "h", 1);
  Plus(program_.get(), "h", "y", 1);
  CompileOptions options;
  options.targets = {"y"};
  const auto block = BlockCompiler(program_, 0, options).Compile();
  EXPECT_EQ(block->slots()[block->FindSlot("w")].storage, Storage::kCaptured);
  EXPECT_EQ(block->slots()[block->FindSlot("h")].storage,
            Storage::kIntermediate);
  EXPECT_EQ(block->slots()[block->FindSlot("y")].storage, Storage::kOutput);
  EXPECT_EQ(block->FindSlot("nothing"), -1);
}

TEST_F(BlockCompilerTest, NotesFirstWriterAndLastUse) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "a", "b", "c");
  const auto block = BlockCompiler(program_, 0, {}).Compile();
  EXPECT_EQ(block->slots()[block->FindSlot("a")].first_writer, 0);
  EXPECT_EQ(block->slots()[block->FindSlot("a")].last_use, 2);
  EXPECT_EQ(block->slots()[block->FindSlot("a")].first_reader, -1);
  EXPECT_EQ(block->slots()[block->FindSlot("c")].last_use, 2);
}

TEST_F(BlockCompilerTest, PlanningEndsAtTheFirstValueDependentOperator) {
  Fill(program_.get(), "a", {4}, 1);
  Plus(program_.get(), "a", "b", 1);
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"b"}}}, {{"Out", {"n"}}}));
  Plus(program_.get(), "n", "m", 1);
  EXPECT_EQ(BlockCompiler(program_, 0, {}).Compile()->planned_end(), 2);
  CompileOptions options;
  options.plan_memory = false;
  EXPECT_EQ(BlockCompiler(program_, 0, options).Compile()->planned_end(), 0);
}

TEST_F(BlockCompilerTest, AMissingKernelIsReportedWhenCompiling) {
  AddPersistable(program_.get(), "w", {1});
  program_->global_block().Var("w")->set_dtype(proto::INT8);
  Plus(program_.get(), "w", "y", 1);
  try {
    BlockCompiler(program_, 0, {}).Compile();
    FAIL() << "nothing was thrown";
  } catch (const platform::Error& error) {
    EXPECT_EQ(error.code(), platform::ErrorCode::kUnimplemented);
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("test_plus has no kernel for CPU int8"));
  }
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/executor/compiled_block.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/memory/allocation.h"

namespace paddle::framework {
namespace {

using Storage = CompiledBlock::Storage;
using testing::Add;
using testing::AddPersistable;
using ::testing::ElementsAre;
using testing::Fill;
using testing::NewProgram;
using testing::Plus;
using testing::TensorOf;
using testing::Update;
using testing::ValuesOf;

class CompiledBlockTest : public ::testing::Test {
 protected:
  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
};

TEST_F(CompiledBlockTest, SortsVariablesByWhereTheyLive) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "h", 1);
  Plus(program_.get(), "h", "y", 1);
  CompileOptions options;
  options.kept = {"y"};
  CompiledBlock block(program_, 0, options);
  EXPECT_EQ(block.slots()[block.FindSlot("w")].storage, Storage::kOutside);
  EXPECT_EQ(block.slots()[block.FindSlot("h")].storage, Storage::kFrame);
  EXPECT_EQ(block.slots()[block.FindSlot("y")].storage, Storage::kKept);
  EXPECT_EQ(block.FindSlot("nothing"), -1);
}

TEST_F(CompiledBlockTest, NotesFirstWriterAndLastUse) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "a", "b", "c");
  CompiledBlock block(program_, 0, {});
  EXPECT_EQ(block.slots()[block.FindSlot("a")].first_writer, 0);
  EXPECT_EQ(block.slots()[block.FindSlot("a")].last_use, 2);
  EXPECT_EQ(block.slots()[block.FindSlot("a")].first_reader, -1);
  EXPECT_EQ(block.slots()[block.FindSlot("c")].last_use, 2);
}

TEST_F(CompiledBlockTest, PlanningEndsAtTheFirstValueDependentOperator) {
  Fill(program_.get(), "a", {4}, 1);
  Plus(program_.get(), "a", "b", 1);
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"b"}}}, {{"Out", {"n"}}}));
  Plus(program_.get(), "n", "m", 1);
  EXPECT_EQ(CompiledBlock(program_, 0, {}).planned_end(), 2);
  CompileOptions options;
  options.plan_memory = false;
  EXPECT_EQ(CompiledBlock(program_, 0, options).planned_end(), 0);
}

// Peak bytes of a chain of `length` tensors of one MiB.
int64_t PeakOfChain(int length, bool plan_memory) {
  auto program = NewProgram();
  Fill(program.get(), "h0", {1 << 18}, 1);
  for (int i = 1; i < length; ++i) {
    Plus(program.get(), "h" + std::to_string(i - 1), "h" + std::to_string(i),
         1);
  }
  CompileOptions options;
  options.plan_memory = plan_memory;
  CompiledBlock block(program, 0, options);
  auto scope = Scope::Create();
  memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
  const int64_t before = allocator.stats().current;
  allocator.ResetPeak();
  block.Run(scope.get(), {});
  return allocator.stats().peak - before;
}

TEST_F(CompiledBlockTest, MemoryDoesNotGrowWithTheLengthOfAChain) {
  for (bool plan : {true, false}) {
    EXPECT_LT(PeakOfChain(50, plan), 3 << 20) << "plan " << plan;
    EXPECT_GE(PeakOfChain(50, plan), 1 << 20) << "plan " << plan;
  }
}

TEST_F(CompiledBlockTest, AnInputReadLaterIsNotOverwritten) {
  Fill(program_.get(), "a", {2}, 1);
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "a", "b", "c");
  CompileOptions options;
  options.kept = {"c"};
  CompiledBlock(program_, 0, options).Run(scope_.get(), {});
  EXPECT_THAT(ValuesOf(scope_->FindVar("c")->Get<LoDTensor>()),
              ElementsAre(3, 3));
}

TEST_F(CompiledBlockTest, ReadsSeeTheUpdatesBeforeThem) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "before", 0);
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  Plus(program_.get(), "w", "after", 0);
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
  CompileOptions options;
  options.kept = {"before", "after"};
  CompiledBlock(program_, 0, options).Run(scope_.get(), {});
  EXPECT_THAT(ValuesOf(scope_->FindVar("before")->Get<LoDTensor>()),
              ElementsAre(5));
  EXPECT_THAT(ValuesOf(scope_->FindVar("after")->Get<LoDTensor>()),
              ElementsAre(4));
}

TEST_F(CompiledBlockTest, AnErasedAndNewVariableIsFoundAgain) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "y", 1);
  CompileOptions options;
  options.kept = {"y"};
  CompiledBlock block(program_, 0, options);
  for (float w : {1, 2, 3}) {
    if (scope_->FindVar("w") != nullptr) scope_->Erase("w");
    *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {w});
    block.Run(scope_.get(), {});
    EXPECT_THAT(ValuesOf(scope_->FindVar("y")->Get<LoDTensor>()),
                ElementsAre(w + 1));
  }
}

TEST_F(CompiledBlockTest, ARunAfterAFailedOneIsRight) {
  AddPersistable(program_.get(), "a", {2});
  AddPersistable(program_.get(), "b", {2});
  Add(program_.get(), "a", "b", "c");
  CompileOptions options;
  options.kept = {"c"};
  CompiledBlock block(program_, 0, options);
  *scope_->Var("a")->GetMutable<LoDTensor>() = TensorOf({2}, {1, 2});
  *scope_->Var("b")->GetMutable<LoDTensor>() = TensorOf({3}, {1, 2, 3});
  EXPECT_THROW(block.Run(scope_.get(), {}), platform::Error);
  *scope_->Var("b")->GetMutable<LoDTensor>() = TensorOf({2}, {1, 2});
  block.Run(scope_.get(), {});
  EXPECT_THAT(ValuesOf(scope_->FindVar("c")->Get<LoDTensor>()),
              ElementsAre(2, 4));
}

TEST_F(CompiledBlockTest, AMissingKernelIsReportedWhenCompiling) {
  AddPersistable(program_.get(), "w", {1});
  program_->global_block().Var("w")->set_dtype(proto::INT8);
  Plus(program_.get(), "w", "y", 1);
  try {
    CompiledBlock block(program_, 0, {});
    FAIL() << "nothing was thrown";
  } catch (const platform::Error& error) {
    EXPECT_EQ(error.code(), platform::ErrorCode::kUnimplemented);
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("test_plus has no kernel for CPU int8"));
  }
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/executor/frame.h"

#include <memory>
#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

class FrameTest : public ::testing::Test {
 protected:
  void Run(const CompileOptions& options) {
    FramePool frames(BlockCompiler(program_, 0, options).Compile());
    RunOnScope(&frames, scope_.get());
  }

  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
};

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
  FramePool frames(BlockCompiler(program, 0, options).Compile());
  auto scope = Scope::Create();
  memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
  const int64_t before = allocator.stats().current;
  allocator.ResetPeak();
  RunOnScope(&frames, scope.get());
  return allocator.stats().peak - before;
}

TEST_F(FrameTest, MemoryDoesNotGrowWithTheLengthOfAChain) {
  for (bool plan : {true, false}) {
    // Each tensor takes over the memory of the one before.
    EXPECT_LT(PeakOfChain(50, plan), 2 << 20) << "plan " << plan;
    EXPECT_GE(PeakOfChain(50, plan), 1 << 20) << "plan " << plan;
  }
}

TEST_F(FrameTest, AnInputReadLaterIsNotOverwritten) {
  Fill(program_.get(), "a", {2}, 1);
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "a", "b", "c");
  CompileOptions options;
  options.targets = {"c"};
  for (bool plan : {true, false}) {
    options.plan_memory = plan;
    Run(options);
    EXPECT_THAT(ValuesOf(scope_->FindVar("c")->Get<LoDTensor>()),
                ElementsAre(3, 3))
        << "plan " << plan;
  }
}

TEST_F(FrameTest, ReadsSeeTheUpdatesBeforeThem) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "before", 0);
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  Plus(program_.get(), "w", "after", 0);
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
  CompileOptions options;
  options.targets = {"before", "after"};
  Run(options);
  EXPECT_THAT(ValuesOf(scope_->FindVar("before")->Get<LoDTensor>()),
              ElementsAre(5));
  EXPECT_THAT(ValuesOf(scope_->FindVar("after")->Get<LoDTensor>()),
              ElementsAre(4));
}

TEST_F(FrameTest, AnErasedAndNewVariableIsFoundAgain) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "y", 1);
  CompileOptions options;
  options.targets = {"y"};
  FramePool frames(BlockCompiler(program_, 0, options).Compile());
  for (float w : {1, 2, 3}) {
    if (scope_->FindVar("w") != nullptr) scope_->Erase("w");
    *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {w});
    RunOnScope(&frames, scope_.get());
    EXPECT_THAT(ValuesOf(scope_->FindVar("y")->Get<LoDTensor>()),
                ElementsAre(w + 1));
  }
}

TEST_F(FrameTest, ARunAfterAFailedOneIsRight) {
  AddPersistable(program_.get(), "a", {2});
  AddPersistable(program_.get(), "b", {2});
  Add(program_.get(), "a", "b", "c");
  CompileOptions options;
  options.targets = {"c"};
  FramePool frames(BlockCompiler(program_, 0, options).Compile());
  *scope_->Var("a")->GetMutable<LoDTensor>() = TensorOf({2}, {1, 2});
  *scope_->Var("b")->GetMutable<LoDTensor>() = TensorOf({3}, {1, 2, 3});
  EXPECT_THROW(RunOnScope(&frames, scope_.get()), platform::Error);
  *scope_->Var("b")->GetMutable<LoDTensor>() = TensorOf({2}, {1, 2});
  RunOnScope(&frames, scope_.get());
  EXPECT_THAT(ValuesOf(scope_->FindVar("c")->Get<LoDTensor>()),
              ElementsAre(2, 4));
}

}  // namespace
}  // namespace paddle::framework::testing

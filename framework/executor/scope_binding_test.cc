#include "paddle/framework/executor/scope_binding.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

// A block that reads the persistable w and computes y = w + 1.
class ScopeBindingTest : public ::testing::Test {
 protected:
  ScopeBindingTest() {
    AddPersistable(program_.get(), "w", {1});
    Plus(program_.get(), "w", "y", 1);
    *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
    options_.targets = {"y"};
  }

  void Bind() {
    block_ = BlockCompiler(program_, 0, options_).Compile();
    vars_.assign(block_->slots().size(), nullptr);
    for (size_t i = 0; i < vars_.size(); ++i) {
      const CompiledBlock::Slot& slot = block_->slots()[i];
      if (slot.in_frame) vars_[i] = frame_->Var(slot.name);
    }
    binding_ = std::make_unique<ScopeBinding>(*block_, &vars_);
  }
  Variable* Of(const std::string& name) const {
    return vars_[block_->FindSlot(name)];
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  const std::shared_ptr<Scope> scope_ = Scope::Create();
  const std::shared_ptr<Scope> frame_ = Scope::Create();
  CompileOptions options_;
  std::shared_ptr<const CompiledBlock> block_;
  std::vector<Variable*> vars_;
  std::unique_ptr<ScopeBinding> binding_;
};

TEST_F(ScopeBindingTest, FindsAndMakesVariables) {
  Bind();
  EXPECT_TRUE(binding_->Enter(scope_.get()));
  EXPECT_EQ(Of("w"), scope_->FindVar("w"));
  EXPECT_EQ(Of("y"), scope_->FindVar("y"));
  EXPECT_NE(Of("y"), nullptr);
  binding_->Leave();
}

TEST_F(ScopeBindingTest, LooksAgainOnlyAfterChanges) {
  Bind();
  const auto enter = [this] {
    const bool changed = binding_->Enter(scope_.get());
    binding_->Leave();
    return changed;
  };
  EXPECT_TRUE(enter());
  EXPECT_FALSE(enter());
  scope_->Erase("w");
  scope_->Var("w");
  EXPECT_TRUE(enter());
  EXPECT_EQ(Of("w"), scope_->FindVar("w"));
  EXPECT_FALSE(enter());
}

TEST_F(ScopeBindingTest, WithAScopeOfItsOwnTheRunLeavesNothing) {
  options_.own_scope = true;
  Bind();
  binding_->Enter(scope_.get());
  EXPECT_EQ(scope_->FindVar("y"), nullptr);
  EXPECT_EQ(Of("y"), frame_->FindVar("y"));
  binding_->Leave();
}

TEST_F(ScopeBindingTest, TheCounterIsInTheRoot) {
  options_.counter = "runs";
  Bind();
  const auto child = Scope::Create(scope_);
  binding_->Enter(child.get());
  ASSERT_NE(binding_->counter(), nullptr);
  EXPECT_EQ(binding_->counter(),
            &scope_->FindLocalVar("runs")->Get<std::atomic<uint64_t>>());
  binding_->Leave();
}

TEST_F(ScopeBindingTest, SnapshotsAreCopies) {
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  options_.own_scope = true;
  options_.discard_updates = true;
  Bind();
  binding_->Enter(scope_.get());
  binding_->TakeSnapshots();
  auto* copy = Of("w")->GetMutable<LoDTensor>();
  EXPECT_NE(Of("w"), scope_->FindVar("w"));
  copy->mutable_data<float>()[0] = 7;
  EXPECT_EQ(ValuesOf(scope_->FindVar("w")->Get<LoDTensor>()),
            std::vector<float>{5});
  binding_->Leave();
}

TEST_F(ScopeBindingTest, AThreadEntersAScopeOnce) {
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  Bind();
  binding_->Enter(scope_.get());
  ScopeBinding again(*block_, &vars_);
  EXPECT_ERROR(again.Enter(scope_.get()), FailedPrecondition, "scope");
  binding_->Leave();
}

}  // namespace
}  // namespace paddle::framework::testing

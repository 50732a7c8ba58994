// Runs that their callers end.
#include "paddle/platform/cancellation.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using platform::CancellationToken;
using ::testing::ElementsAre;

class CancelOp : public OpSchema {
 public:
  void InferShape(InferShapeContext*) const override {}
};

class CancelMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    HasLastingEffect();
    AddComment("Cancels the run it is in, if that can be cancelled.");
  }
};

class CancelOperator final : public OperatorBase {
 public:
  using OperatorBase::OperatorBase;
  void Compute(const KernelContext&) const override {
    CancellationToken* const token = platform::CurrentCancellation();
    if (token != nullptr) token->Cancel();
  }
};

REGISTER_OP_WITHOUT_GRADIENT(test_cancel, CancelOp, CancelMaker);
REGISTER_OPERATOR(test_cancel, CancelOperator);

// A program that updates w, cancels the run, and updates w again.
class CancellationTest : public ::testing::TestWithParam<bool> {
 protected:
  CancellationTest() : executor_(platform::CPUPlace(), Options()) {
    AddData(program_.get(), "x", 1);
    AddPersistable(program_.get(), "w", {1, 1});
    Update(program_.get(), "w", "x");
    program_->AppendOp(0, MakeOp("test_cancel", {{"X", {"x"}}}, {}));
    Update(program_.get(), "w", "x");
    *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1, 1}, {10});
  }

  static ExecutorOptions Options() {
    ExecutorOptions options;
    options.plan_memory = GetParam();
    return options;
  }

  void Run(CancellationToken* token) {
    executor_.Run(program_, {{"x", TensorOf({1, 1}, {1})}}, {"w"}, scope_.get(),
                  token);
  }
  std::vector<float> Weight() const {
    return ValuesOf(scope_->FindVar("w")->Get<LoDTensor>());
  }

  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
  Executor executor_;
};

TEST_P(CancellationTest, EndsARunBeforeItsNextOperator) {
  CancellationToken token;
  EXPECT_ERROR(Run(&token), Cancelled,
               "the run was cancelled\n  when running operator test_update");
  EXPECT_THAT(Weight(), ElementsAre(9));
  EXPECT_EQ(platform::CurrentCancellation(), nullptr);
}

TEST_P(CancellationTest, CancelledTokensStartNothing) {
  CancellationToken token;
  token.Cancel();
  EXPECT_ERROR(Run(&token), Cancelled, "the run was cancelled");
  EXPECT_THAT(Weight(), ElementsAre(10));
}

TEST_P(CancellationTest, EndsTheWaitForAScope) {
  ScopeLocks locks = ScopeLocks::One(*scope_, ScopeAccess::kWrite);
  locks.Lock();
  CancellationToken token;
  std::thread other(
      [&] { EXPECT_ERROR(Run(&token), Cancelled, "the run was cancelled"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  token.Cancel();
  other.join();
  EXPECT_THAT(Weight(), ElementsAre(10));
}

TEST_P(CancellationTest, RunsGoOnAfterwards) {
  CancellationToken token;
  EXPECT_ERROR(Run(&token), Cancelled, "the run was cancelled");
  Run(nullptr);
  EXPECT_THAT(Weight(), ElementsAre(7));
  CancellationToken another;
  EXPECT_ERROR(Run(&another), Cancelled, "the run was cancelled");
  EXPECT_THAT(Weight(), ElementsAre(6));
}

TEST_P(CancellationTest, RunsOfOtherThreadsGoOn) {
  CancellationToken token;
  const platform::CancellationScope scope(&token);
  std::thread([&] { Run(nullptr); }).join();
  EXPECT_THAT(Weight(), ElementsAre(8));
  EXPECT_FALSE(token.cancelled());
}

INSTANTIATE_TEST_SUITE_P(Memory, CancellationTest, ::testing::Bool());

}  // namespace
}  // namespace paddle::framework::testing

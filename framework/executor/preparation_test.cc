#include "paddle/framework/executor/preparation.h"

#include <atomic>
#include <thread>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

// Counts the runs of a prepare block, by an operator that counts.
std::atomic<int> transposed{0};

class TransposeOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    const Dims x = ctx->InputDims("X");
    ctx->SetOutput("Out", {x[1], x[0]}, ctx->InputType("X"));
  }
};
class TransposeMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A matrix.");
    AddOutput("Out", "Its columns as rows.");
    AddComment("For tests.");
  }
};
template <typename T>
class TransposeKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    ++transposed;
    const Dims dims = x_(ctx).dims();
    const T* from = x_(ctx).template data<T>();
    T* to = out_(ctx).template mutable_data<T>();
    for (int64_t i = 0; i < dims[0]; ++i) {
      for (int64_t j = 0; j < dims[1]; ++j) {
        to[j * dims[0] + i] = from[i * dims[1] + j];
      }
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

REGISTER_OP_WITHOUT_GRADIENT(test_transpose, TransposeOp, TransposeMaker);
REGISTER_OP_CPU_KERNEL(test_transpose, TransposeKernel<float>);

proto::OpDesc Transpose(const std::string& x, const std::string& out) {
  return MakeOp("test_transpose", {{"X", {x}}}, {{"Out", {out}}});
}

bool ReadsWeight(const Program& program, const proto::OpDesc& op) {
  return op.type() == "test_transpose" &&
         program.global_block().GetVar(Input(op, "X")).persistable();
}

// A pass: weights are transposed in the prepare block.
std::shared_ptr<const Program> TransposeWeightsOnce(
    const std::shared_ptr<const Program>& program) {
  auto changed = program->Clone();
  proto::BlockDesc* block = changed->mutable_desc()->mutable_blocks(0);
  for (int i = 0; i < block->ops_size(); ++i) {
    const proto::OpDesc op = block->ops(i);
    if (!ReadsWeight(*program, op)) continue;
    const std::string derived = Input(op, "X") + "@TRANSPOSED";
    changed->AppendOp(PrepareBlock(changed.get()),
                      Transpose(Input(op, "X"), derived));
    AddDerived(changed.get(), derived);
    block = changed->mutable_desc()->mutable_blocks(0);
    *block->mutable_ops(i) =
        MakeOp("test_plus", {{"X", {derived}}}, {{"Out", {Output(op, "Out")}}},
               {{"amount", 0.0}});
    block->mutable_ops(i)->set_id(op.id());
  }
  RecordOpVersion(*changed->schemas().Find("test_plus"),
                  changed->mutable_desc());
  changed->Changed();
  Verify(*changed);
  return changed;
}

ExecutorOptions WithPass() {
  ExecutorOptions options;
  options.optimize = TransposeWeightsOnce;
  return options;
}

class PreparationTest : public ::testing::Test {
 protected:
  PreparationTest()
      : program_(NewProgram()),
        update_(NewProgram()),
        scope_(Scope::Create()),
        executor_(platform::CPUPlace(), WithPass()) {
    AddPersistable(program_.get(), "w", {2, 2});
    program_->AppendOp(0, Transpose("w", "y"));
    AddPersistable(update_.get(), "w", {2, 2});
    Fill(update_.get(), "ones", {2, 2}, 1);
    Update(update_.get(), "w", "ones");
    SetWeight(scope_.get(), {1, 2, 3, 4});
    transposed = 0;
  }

  static void SetWeight(Scope* scope, const std::vector<float>& values) {
    *scope->Var("w")->GetMutable<LoDTensor>() = TensorOf({2, 2}, values);
  }

  std::vector<float> Run(Scope* scope) {
    const auto values = executor_.Run(program_, {}, {"y"}, scope);
    return ValuesOf(absl::get<LoDTensor>(values[0]));
  }
  std::vector<float> Run() { return Run(scope_.get()); }

  std::shared_ptr<Program> program_;
  std::shared_ptr<Program> update_;
  std::shared_ptr<Scope> scope_;
  Executor executor_;
};

TEST_F(PreparationTest, RunsBeforeTheFirstRun) {
  const auto prepared = executor_.Prepare(program_, {}, {"y"}, RunMode::kRun);
  prepared->WarmUp(scope_.get());
  EXPECT_EQ(transposed, 1);
  EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
  EXPECT_EQ(transposed, 1);
  EXPECT_ERROR(prepared->WarmUp(Scope::Create().get()), FailedPrecondition,
               "variable w, which a derived variable is computed from");
}

TEST_F(PreparationTest, RunsOnceForOneVersion) {
  EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
  EXPECT_EQ(transposed, 1);
}

TEST_F(PreparationTest, AnUpdateIsAnotherVersion) {
  Run();
  executor_.Run(update_, {}, {}, scope_.get());
  EXPECT_THAT(Run(), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(Run(), ElementsAre(0, 2, 1, 3));
  EXPECT_EQ(transposed, 2);
}

TEST_F(PreparationTest, ALoadIsAnotherVersion) {
  const platform::TemporaryFolder folder;
  const std::string path = folder.Path("w");
  SaveVariables(path, {"w"}, *scope_);
  SetWeight(scope_.get(), {5, 6, 7, 8});
  EXPECT_THAT(Run(), ElementsAre(5, 7, 6, 8));
  LoadVariables(path, *program_, {"w"}, scope_.get());
  EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
  Run();
  EXPECT_EQ(transposed, 2);
}

TEST_F(PreparationTest, AWritableViewIsAnotherVersion) {
  Run();
  auto* weight = scope_->FindVar("w")->GetMutable<LoDTensor>();
  weight->mutable_data<float>()[1] = 9;
  EXPECT_THAT(Run(), ElementsAre(1, 3, 9, 4));
  EXPECT_EQ(transposed, 2);
  weight->mutable_data<float>()[1] = 10;
  scope_->FindVar("w")->MarkChanged();
  EXPECT_THAT(Run(), ElementsAre(1, 3, 10, 4));
  EXPECT_EQ(transposed, 3);
}

// Whoever makes a view counts a change, and may write for as long as it exists.
TEST_F(PreparationTest, AViewThatStaysIsReadInEachRun) {
  Run();
  LoDTensor view = scope_->FindVar("w")->Get<LoDTensor>();
  scope_->FindVar("w")->MarkChanged();
  EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
  view.mutable_data<float>()[1] = 9;
  EXPECT_THAT(Run(), ElementsAre(1, 3, 9, 4));
  view.mutable_data<float>()[1] = 10;
  view = LoDTensor();
  EXPECT_THAT(Run(), ElementsAre(1, 3, 10, 4));
  EXPECT_EQ(transposed, 4);
  Run();
  EXPECT_EQ(transposed, 4);
}

TEST_F(PreparationTest, ReadingIsNone) {
  Run();
  EXPECT_THAT(ValuesOf(scope_->FindVar("w")->Get<LoDTensor>()),
              ElementsAre(1, 2, 3, 4));
  executor_.Run(program_, {}, {"w", "y"}, scope_.get());
  Executor().Eval(update_, {}, {"w"}, scope_.get());
  const int before = transposed;
  Run();
  EXPECT_EQ(transposed, before);
  EXPECT_EQ(transposed, 2);  // once for each set of fetches
}

TEST_F(PreparationTest, EachScopeHasVersionsOfItsOwn) {
  const auto other = Scope::Create();
  SetWeight(other.get(), {4, 3, 2, 1});
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
    EXPECT_THAT(Run(other.get()), ElementsAre(4, 2, 3, 1));
  }
  EXPECT_EQ(transposed, 2);
  scope_->Erase("w");
  SetWeight(scope_.get(), {0, 1, 2, 3});
  EXPECT_THAT(Run(), ElementsAre(0, 2, 1, 3));
}

// The places of sources are remembered while no scope of the chain changes.
TEST_F(PreparationTest, ANearerScopeHidesASource) {
  const auto child = Scope::Create(scope_);
  EXPECT_THAT(Run(child.get()), ElementsAre(1, 3, 2, 4));
  SetWeight(child.get(), {4, 3, 2, 1});
  EXPECT_THAT(Run(child.get()), ElementsAre(4, 2, 3, 1));
  child->Erase("w");
  EXPECT_THAT(Run(child.get()), ElementsAre(1, 3, 2, 4));
  scope_->Erase("w");
  EXPECT_ERROR(Run(child.get()), FailedPrecondition, "variable w");
  SetWeight(scope_.get(), {0, 1, 2, 3});
  EXPECT_THAT(Run(child.get()), ElementsAre(0, 2, 1, 3));
}

TEST_F(PreparationTest, ManyScopesTakeTurns) {
  std::vector<std::shared_ptr<Scope>> scopes(7);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 7; ++i) {
      if (round == 0) scopes[i] = Scope::Create();
      const auto x = static_cast<float>(10 * round + i);
      SetWeight(scopes[i].get(), {x, 1, 2, 3});
      EXPECT_THAT(Run(scopes[i].get()), ElementsAre(x, 2, 1, 3));
    }
  }
}

TEST_F(PreparationTest, ASourceThatLostItsValueIsNamed) {
  Run();
  scope_->FindVar("w")->Clear();
  EXPECT_ERROR(Run(), FailedPrecondition,
               "variable w, which a derived variable is computed from");
}

TEST_F(PreparationTest, UpdatesNeedNoCopyAfterwards) {
  Run();
  const LoDTensor& weight = scope_->FindVar("w")->Get<LoDTensor>();
  const float* before = weight.data<float>();
  executor_.Run(update_, {}, {}, scope_.get());
  EXPECT_EQ(weight.data<float>(), before);
}

TEST_F(PreparationTest, ThreadsPrepareOnce) {
  executor_.Prepare(program_, {}, {"y"}, RunMode::kRun);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([this] {
      for (int k = 0; k < 20; ++k) EXPECT_THAT(Run(), ElementsAre(1, 3, 2, 4));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(transposed, 1);
}

TEST_F(PreparationTest, AMissingSourceIsNamed) {
  const auto empty = Scope::Create();
  EXPECT_ERROR(Run(empty.get()), FailedPrecondition,
               "variable w, which a derived variable is computed from");
}

TEST_F(PreparationTest, ASourceOfNoResultIsNotRead) {
  ExecutorOptions options;
  options.optimize = [](const std::shared_ptr<const Program>& program) {
    auto changed = TransposeWeightsOnce(program)->Clone();
    AddPersistable(changed.get(), "other", {2, 2});
    changed->AppendOp(PrepareBlock(changed.get()), Transpose("other", "none"));
    return changed;
  };
  *scope_->Var("other")->GetMutable<LoDTensor>() =
      TensorOf({2, 2}, {0, 0, 0, 0});
  const auto values = Executor(platform::CPUPlace(), options)
                          .Run(program_, {}, {"y"}, scope_.get());
  EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[0])),
              ElementsAre(1, 3, 2, 4));
}

TEST_F(PreparationTest, DerivedVariablesAreNotSaved) {
  const auto changed = TransposeWeightsOnce(program_);
  EXPECT_THAT(PersistableNames(*changed), ElementsAre("w"));
  Run();
  EXPECT_EQ(scope_->FindVar("w@TRANSPOSED"), nullptr);
}

}  // namespace
}  // namespace paddle::framework::testing

#include "paddle/framework/executor/frame.h"

#include <memory>
#include <string>
#include <utility>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/flush_denormals.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

// test_view X -> Out, in the memory of X, which only runs without a plan bear.
class ViewOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};

class ViewMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "X.");
    AddComment("For tests.");
  }
};

template <typename T>
class ViewKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    out_(ctx).Bind(x.holder(), x.offset(), x.dims(), x.dtype());
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

// test_pair X -> First = 1 + X[0], Low = X - 1, High = X + 1; all may reuse X.
class PairOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("First", Dims({1}), ctx->InputType("X"));
    ctx->ShareShape("X", "Low");
    ctx->ShareShape("X", "High");
  }
};

class PairMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    for (const char* output : {"First", "Low", "High"}) {
      AddOutput(output, "Some of X.");
      MayReuse(output, "X");
    }
    AddComment("For tests.");
  }
};

template <typename T>
class PairKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const T* const x = x_(ctx).template data<T>();
    const int64_t size = x_(ctx).numel();
    T* const low = low_(ctx).template mutable_data<T>();
    T* const high = high_(ctx).template mutable_data<T>();
    const T first = 1 + x[0];
    for (int64_t i = 0; i < size; ++i) {
      const T value = x[i];
      low[i] = value - 1;
      high[i] = value + 1;
    }
    *first_(ctx).template mutable_data<T>() = first;
  }

 private:
  const Input x_{this, "X"};
  const Output first_{this, "First"};
  const Output low_{this, "Low"};
  const Output high_{this, "High"};
};

REGISTER_OP_WITHOUT_GRADIENT(test_view, ViewOp, ViewMaker);
REGISTER_OP_CPU_KERNEL(test_view, ViewKernel<float>);
REGISTER_OP_WITHOUT_GRADIENT(test_pair, PairOp, PairMaker);
REGISTER_OP_CPU_KERNEL(test_pair, PairKernel<float>);

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

TEST_F(FrameTest, MemoryThatAnotherTensorSharesIsNotOverwritten) {
  Fill(program_.get(), "a", {2}, 1);
  program_->AppendOp(0, MakeOp("test_view", {{"X", {"a"}}}, {{"Out", {"v"}}}));
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "v", "b", "c");
  CompileOptions options;
  options.targets = {"c"};
  options.plan_memory = false;
  Run(options);
  EXPECT_THAT(ValuesOf(scope_->FindVar("c")->Get<LoDTensor>()),
              ElementsAre(3, 3));
}

// One output of the same size takes it.
TEST_F(FrameTest, OneOfSeveralOutputsTakesOverAnInput) {
  Fill(program_.get(), "a", {3}, 5);
  program_->AppendOp(
      0, MakeOp("test_pair", {{"X", {"a"}}},
                {{"First", {"first"}}, {"Low", {"low"}}, {"High", {"high"}}}));
  // So that all of them are intermediate.
  for (const char* name : {"first", "low", "high"}) {
    Plus(program_.get(), name, std::string(name) + "1", 0);
  }
  CompileOptions options;
  options.targets = {"first1", "low1", "high1"};
  for (const bool plan : {true, false}) {
    options.plan_memory = plan;
    Run(options);
    const auto values = [&](const char* name) {
      return ValuesOf(scope_->FindVar(name)->Get<LoDTensor>());
    };
    EXPECT_THAT(values("first1"), ElementsAre(6)) << "plan " << plan;
    EXPECT_THAT(values("low1"), ElementsAre(4, 4, 4)) << "plan " << plan;
    EXPECT_THAT(values("high1"), ElementsAre(6, 6, 6)) << "plan " << plan;
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

// Doubles a denormal number in an operator of a role.
float Doubled(proto::OpRole role) {
  auto program = NewProgram();
  AddPersistable(program.get(), "x", {1});
  proto::OpDesc op =
      MakeOp("test_add", {{"X", {"x"}}, {"Y", {"x"}}}, {{"Out", {"y"}}});
  op.set_role(role);
  program->AppendOp(0, std::move(op));
  CompileOptions options;
  options.targets = {"y"};
  FramePool frames(BlockCompiler(program, 0, options).Compile());
  auto scope = Scope::Create();
  *scope->Var("x")->GetMutable<LoDTensor>() = TensorOf({1}, {1e-39F});
  RunOnScope(&frames, scope.get());
  return ValuesOf(scope->FindVar("y")->Get<LoDTensor>())[0];
}

TEST_F(FrameTest, WhatTrainsTakesDenormalNumbersForZeros) {
  EXPECT_EQ(Doubled(proto::FORWARD), 2e-39F);
  EXPECT_EQ(Doubled(proto::BACKWARD), 0);
  EXPECT_EQ(Doubled(proto::OPTIMIZE), 0);
  EXPECT_FALSE(platform::FlushDenormals::IsOn());
  // A caller's choice holds in what does not train.
  const platform::FlushDenormals flush(true);
  EXPECT_EQ(Doubled(proto::FORWARD), 0);
  EXPECT_TRUE(platform::FlushDenormals::IsOn());
}

}  // namespace
}  // namespace paddle::framework::testing

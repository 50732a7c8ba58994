// The operators of sub_block_fixture.h, registered like real ones.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::framework {
namespace {

// Runs a block `times` times; its results are its next arguments.
class RepeatMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "The block's first arguments.").AsList();
    AddInput("Captures", "What the block reads from outside.")
        .AsList()
        .AsOptional();
    AddOutput("Out", "Its last results.").AsList();
    AddOutput("StepScopes", "Its steps.")
        .AsIntermediate()
        .AsOptional()
        .Kinds({proto::STEP_SCOPES});
    AddAttr<BlockIndex>("block", "What is run.");
    AddAttr<int64_t>("times", "How often.");
    HasValueDependentShape();
    AddComment("For tests.");
  }
};

// Runs a gradient block over the steps, the last one first; adds its first
// result up.
class ReplayMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("StepScopes", "The steps.").Kinds({proto::STEP_SCOPES});
    AddInput("Captures", "What the block reads from outside.")
        .AsList()
        .AsOptional();
    AddOutput("Out", "The block's results, one behind the other.");
    AddAttr<BlockIndex>("block", "The gradient block.");
    HasValueDependentShape();
    AddComment("For tests.");
  }
};

class ZerosLikeMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "Read for its shape alone.").ShapeOnly();
    AddOutput("Out", "Zeros.");
    AddComment("For tests.");
  }
};

class RepeatOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    if (ctx->is_running()) return;
    for (int i = 0; i < ctx->OutputCount("Out"); ++i) {
      ctx->SetOutput("Out", ctx->InputDims("X", i), ctx->InputType("X", i), i);
    }
    ctx->SetStepScopes("StepScopes");
  }
};

class ReplayOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    if (ctx->is_running()) return;
    ctx->SetOutput("Out", {ctx->sizes().Fresh()}, DataType::kFloat32);
  }
};

class ZerosLikeOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};

class RepeatKernel final : public OpKernel {
 public:
  explicit RepeatKernel(const OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "block") {}
  void Compute(const KernelContext& ctx) const override {
    const auto range = arguments().OutputRange("StepScopes");
    auto* steps = range.count == 0
                      ? nullptr
                      : ctx.var(range.begin)->GetMutable<StepScopes>();
    if (block_.records()) steps->Begin(block_.saved_names());
    std::vector<LoDTensor> next;
    for (int i = 0; i < x_.size(); ++i) next.push_back(x_(ctx, i));
    SubBlockRun run(block_, ctx);
    for (int64_t t = 0; t < times_; ++t) {
      for (int i = 0; i < x_.size(); ++i) {
        *run.argument(i)->GetMutable<LoDTensor>() = next[i];
      }
      run.Step(t);
      for (int i = 0; i < x_.size(); ++i) {
        next[i] = run.result(i)->Get<LoDTensor>();
      }
      if (block_.records()) run.Save(steps);
    }
    for (int i = 0; i < x_.size(); ++i) out_(ctx, i) = LoDTensor(Copy(next[i]));
  }

 private:
  const InputList x_{this, "X"};
  const OutputList out_{this, "Out"};
  const Attr<int64_t> times_{this, "times"};
  const SubBlock block_;
};

class ReplayKernel final : public OpKernel {
 public:
  explicit ReplayKernel(const OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "block") {}
  void Compute(const KernelContext& ctx) const override {
    auto* steps = ctx.var(arguments().InputRange("StepScopes").begin)
                      ->GetMutable<StepScopes>();
    std::vector<float> all;
    SubBlockRun run(block_, ctx);
    for (int64_t step = steps->size() - 1; step >= 0; --step) {
      run.Load(steps, step);
      run.Step(step);
      const auto values = testing::ValuesOf(run.result(0)->Get<LoDTensor>());
      all.insert(all.end(), values.begin(), values.end());
    }
    out_(ctx) = testing::TensorOf({static_cast<int64_t>(all.size())}, all);
  }

 private:
  const Output out_{this, "Out"};
  const SubBlock block_;
};

class ZerosLikeKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    LoDTensor& out = out_(ctx);
    std::fill_n(out.mutable_data<float>(), out.numel(), 0.0f);
  }

 private:
  const Output out_{this, "Out"};
};

REGISTER_OP_WITHOUT_GRADIENT(test_repeat, RepeatOp, RepeatMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_replay, ReplayOp, ReplayMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_zeros_like, ZerosLikeOp, ZerosLikeMaker);
REGISTER_OPERATOR(test_repeat, RepeatKernel);
REGISTER_OPERATOR(test_replay, ReplayKernel);
REGISTER_OPERATOR(test_zeros_like, ZerosLikeKernel);

}  // namespace
}  // namespace paddle::framework

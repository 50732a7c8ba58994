#include "paddle/framework/executor/sub_block.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/testing/expect_error.h"

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

using testing::AddPersistable;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TensorOf;
using testing::ValuesOf;

// A block with an argument "a" of a row, and what it may capture: "c".
class SubBlockTest : public ::testing::Test {
 protected:
  SubBlockTest() {
    AddPersistable(program_.get(), "x", {2});
    AddPersistable(program_.get(), "c", {2});
    block_ = NewBlock(0, {"a"});
    Set("x", {1, 2});
    Set("c", {10, 20});
  }

  int NewBlock(int parent, const NameList& arguments, int forward = -1) {
    const int block = program_->AddBlock(parent, forward);
    SymbolTable& table = program_->block(block);
    for (const std::string& name : arguments) {
      table.mutable_desc()->add_arguments(name);
      table.Var(name)->set_dtype(proto::FLOAT32);
      table.Var(name)->add_dims(2);
    }
    return block;
  }
  void Results(int block, const NameList& names) {
    for (const std::string& name : names) {
      program_->block(block).mutable_desc()->add_results(name);
    }
  }
  void Plus(int block, const std::string& x, const std::string& out) {
    program_->AppendOp(block,
                       MakeOp("test_plus", {{"X", {x}}}, {{"Out", {out}}}));
  }
  void Add(int block, const std::string& x, const std::string& y,
           const std::string& out) {
    program_->AppendOp(
        block, MakeOp("test_add", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}));
  }
  void Update(int block, const std::string& param, const std::string& grad) {
    program_->AppendOp(
        block, MakeOp("test_update", {{"Param", {param}}, {"Grad", {grad}}},
                      {{"ParamOut", {param}}}));
  }
  void Repeat(int block, int64_t times, const NameList& x = {"x"},
              const NameList& captures = {"c"}, const NameList& out = {"y"},
              int parent = 0) {
    program_->AppendOp(
        parent, MakeOp("test_repeat", {{"X", x}, {"Captures", captures}},
                       {{"Out", out}, {"StepScopes", {"steps_" + out[0]}}},
                       {{"block", BlockIndex{block}}, {"times", times}}));
  }
  void Replay(int block, const std::string& steps = "steps_y") {
    program_->AppendOp(
        0, MakeOp("test_replay", {{"StepScopes", {steps}}, {"Captures", {"c"}}},
                  {{"Out", {"all"}}}, {{"block", BlockIndex{block}}}));
  }

  void Set(const std::string& name, const std::vector<float>& values) {
    *scope_->Var(name)->GetMutable<LoDTensor>() =
        TensorOf({static_cast<int64_t>(values.size())}, values);
  }
  std::unique_ptr<FramePool> Compile(const NameList& targets = {"y"},
                                     bool plan_memory = true) {
    CompileOptions options;
    options.targets = targets;
    options.plan_memory = plan_memory;
    return std::make_unique<FramePool>(
        BlockCompiler(program_, 0, options).Compile());
  }
  std::vector<float> Values(const std::string& name) {
    return ValuesOf(scope_->FindVar(name)->Get<LoDTensor>());
  }
  std::vector<float> Run(const NameList& targets = {"y"}) {
    RunOnScope(Compile(targets).get(), scope_.get());
    return Values(targets.back());
  }

  std::shared_ptr<Program> program_ = testing::NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
  int block_;
};

TEST_F(SubBlockTest, StepsReadArgumentsAndCaptures) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  Repeat(block_, 3);
  for (bool plan : {true, false}) {
    RunOnScope(Compile({"y"}, plan).get(), scope_.get());
    EXPECT_THAT(Values("y"), ElementsAre(31, 62));
  }
  EXPECT_THAT(Values("x"), ElementsAre(1, 2));
}

TEST_F(SubBlockTest, ResultsMayBeArgumentsAndCaptures) {
  const int block = NewBlock(0, {"p", "q"});
  Plus(block, "c", "unused");
  Results(block, {"q", "c"});
  AddPersistable(program_.get(), "z", {2});
  Set("z", {5, 6});
  Repeat(block, 1, {"x", "z"}, {"c"}, {"y", "y2"});
  EXPECT_THAT(Run({"y", "y2"}), ElementsAre(10, 20));
  EXPECT_THAT(Values("y"), ElementsAre(5, 6));
}

TEST_F(SubBlockTest, NoStepAtAll) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  Repeat(block_, 0);
  EXPECT_THAT(Run(), ElementsAre(1, 2));
}

TEST_F(SubBlockTest, AnArgumentIsNotWrittenTo) {
  Plus(block_, "a", "b");  // could take over the memory of a
  Results(block_, {"b"});
  Repeat(block_, 2, {"x"}, {});
  EXPECT_THAT(Run(), ElementsAre(3, 4));
  EXPECT_THAT(Values("x"), ElementsAre(1, 2));
}

TEST_F(SubBlockTest, AnUpdatedArgumentIsACopy) {
  Update(block_, "a", "c");
  Results(block_, {"a"});
  Repeat(block_, 2);
  const LoDTensor mine = scope_->FindVar("x")->Get<LoDTensor>();
  EXPECT_THAT(Run(), ElementsAre(-19, -38));
  EXPECT_THAT(ValuesOf(mine), ElementsAre(1, 2));
  EXPECT_THAT(Values("x"), ElementsAre(1, 2));
}

// What a block updates outside has memory of its own by then.
TEST_F(SubBlockTest, AnUpdatedCaptureIsNotTheCallersMemory) {
  const int inner = NewBlock(block_, {"i"});
  Update(inner, "c", "i");
  Results(inner, {"i"});
  Repeat(inner, 1, {"a"}, {"c"}, {"b"}, block_);
  Results(block_, {"b"});
  Repeat(block_, 2);
  const LoDTensor mine = scope_->FindVar("c")->Get<LoDTensor>();
  const auto frames = Compile();
  EXPECT_TRUE(frames->block().slots()[frames->block().FindSlot("c")].written);
  EXPECT_TRUE(frames->block().writes_scope());
  RunOnScope(frames.get(), scope_.get());
  EXPECT_THAT(Values("c"), ElementsAre(8, 16));
  EXPECT_THAT(ValuesOf(mine), ElementsAre(10, 20));
}

TEST_F(SubBlockTest, BlocksOwnBlocks) {
  const int inner = NewBlock(block_, {"i"});
  Add(inner, "i", "c", "j");
  Add(inner, "j", "a", "k");
  Results(inner, {"k"});
  Plus(block_, "a", "start");
  Repeat(inner, 2, {"start"}, {"c", "a"}, {"b"}, block_);
  Results(block_, {"b"});
  Repeat(block_, 2);
  // a + 1 + 2 (10 + a), twice
  EXPECT_THAT(Run(), ElementsAre(3 * 24 + 21, 3 * 47 + 41));
}

TEST_F(SubBlockTest, BlocksNestAHundredDeep) {
  std::vector<int> blocks = {block_};
  while (blocks.size() < 101) {
    blocks.push_back(NewBlock(blocks.back(), {"a"}));
  }
  const auto own = [&](size_t i) {  // block i runs the one inside it
    const std::string out = "b" + std::to_string(i);
    Repeat(blocks[i + 1], 1, {"a"}, {}, {out}, blocks[i]);
    Results(blocks[i], {out});
  };
  Plus(blocks[99], "a", "b");
  Results(blocks[99], {"b"});
  for (int i = 98; i >= 0; --i) own(i);
  Repeat(block_, 1, {"x"}, {});
  EXPECT_THAT(Run(), ElementsAre(2, 3));
  program_->block(blocks[99]).mutable_desc()->clear_ops();
  program_->block(blocks[99]).mutable_desc()->clear_results();
  program_->Changed();
  Plus(blocks[100], "a", "innermost");
  Results(blocks[100], {"innermost"});
  own(99);
  EXPECT_ERROR(Compile(), Unimplemented,
               "blocks are nested 101 deep, more than 100");
}

TEST_F(SubBlockTest, GradientBlocksSeeEachStep) {
  Add(block_, "a", "c", "b");
  Plus(block_, "b", "forgotten");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Add(gradient, "a", "b", "sum");
  Results(gradient, {"sum"});
  Repeat(block_, 3);
  Replay(gradient);
  for (int i = 0; i < 3; ++i) {  // the steps are begun anew
    EXPECT_THAT(Run({"steps_y", "all"}), ElementsAre(21 + 31, 42 + 62, 11 + 21,
                                                     22 + 42, 1 + 11, 2 + 22));
    const auto& steps = scope_->FindVar("steps_y")->Get<StepScopes>();
    EXPECT_EQ(steps.size(), 3);
    EXPECT_THAT(steps.names(), ElementsAre("a", "b"));
  }
}

TEST_F(SubBlockTest, OfWhatIsReadForItsShapeTheShapeIsKept) {
  Add(block_, "a", "c", "b");
  Plus(block_, "b", "large");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  program_->AppendOp(gradient, MakeOp("test_zeros_like", {{"X", {"large"}}},
                                      {{"Out", {"zeros"}}}));
  Results(gradient, {"zeros"});
  Repeat(block_, 2);
  Replay(gradient);
  EXPECT_THAT(Run({"steps_y", "all"}), ElementsAre(0, 0, 0, 0));
  auto* steps = scope_->FindVar("steps_y")->GetMutable<StepScopes>();
  EXPECT_THAT(steps->names(), ElementsAre("large"));
  const auto* kept = steps->Get(0)->GetMutable<LoDTensor>();
  EXPECT_EQ(kept->dims(), Dims({2}));
  EXPECT_FALSE(kept->initialized());
}

TEST_F(SubBlockTest, EachIterationHasRandomNumbersOfItsOwn) {
  program_->AppendOp(block_, MakeOp("test_random", {}, {{"Out", {"r"}}},
                                    {{"shape", std::vector<int64_t>{2}}}));
  Add(block_, "a", "r", "b");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Plus(gradient, "r", "seen");
  Results(gradient, {"seen"});
  Repeat(block_, 4);
  Replay(gradient);
  const auto frames = Compile({"steps_y", "all"});
  const auto run = [&](uint64_t seed, uint64_t step) {
    RunOptions options;
    options.seed = seed;
    options.step = step;
    RunOnScope(frames.get(), scope_.get(), options);
    return Values("all");
  };
  std::vector<float> numbers = run(1, 0);
  EXPECT_EQ(run(1, 0), numbers);
  for (const auto& other : {run(1, 1), run(2, 0)}) {
    numbers.insert(numbers.end(), other.begin(), other.end());
  }
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

TEST_F(SubBlockTest, ANameInNoSlot) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  Repeat(block_, 1, {"x"}, {"x"});
  EXPECT_ERROR(Compile(), InvalidArgument,
               "a block of operator test_repeat uses 'c', which is in no slot "
               "of the operator");
}

TEST_F(SubBlockTest, AnEmptyPlaceInASlot) {
  Plus(block_, "a", "b");
  Results(block_, {"b"});
  Repeat(block_, 1);
  auto* op = program_->global_block().mutable_desc()->mutable_ops(0);
  SetInput(op, "X", {""});
  EXPECT_ERROR(Compile({}), InvalidArgument,
               "slot X of operator test_repeat has an empty place");
  SetInput(op, "X", {"x"});
  SetOutput(op, "StepScopes", {""});
  EXPECT_ERROR(Compile({}), InvalidArgument,
               "slot StepScopes of operator test_repeat has an empty place");
}

TEST_F(SubBlockTest, ALocalVariableThatNobodyComputes) {
  program_->block(block_).Var("never")->set_dtype(proto::FLOAT32);
  program_->block(block_).Var("never")->add_dims(2);
  Add(block_, "a", "never", "b");
  Results(block_, {"b"});
  Repeat(block_, 1);
  EXPECT_ERROR(Compile(), InvalidArgument,
               "variable 'never' of block 1 is neither an argument of it nor "
               "computed there");
}

TEST_F(SubBlockTest, StepsWithoutWhatAGradientBlockReads) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  const int other = NewBlock(0, {"p"});
  Plus(other, "p", "q");
  Results(other, {"q"});
  for (int forward : {block_, other}) {
    const int gradient = NewBlock(0, {}, forward);
    Plus(gradient, forward == other ? "q" : "b", "seen");
    Results(gradient, {"seen"});
  }
  Repeat(block_, 2);
  Repeat(other, 2, {"x"}, {}, {"z"});
  Replay(3, "steps_z");  // block 3 reads b, of block 1
  EXPECT_ERROR(Run({"all"}), InvalidArgument,
               "a gradient block reads 'b' of its forward block, whose steps "
               "do not have it");
}

TEST_F(SubBlockTest, AFailedStepLeavesTheBlockUsable) {
  Plus(block_, "a", "h");
  Add(block_, "h", "c", "b");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Plus(gradient, "h", "seen");
  Results(gradient, {"seen"});
  Repeat(block_, 2);
  Replay(gradient);
  const auto frames = Compile({"steps_y", "all"});
  for (int i = 0; i < 3; ++i) {
    Set("c", {1, 2, 3});
    EXPECT_ERROR(RunOnScope(frames.get(), scope_.get()), InvalidArgument,
                 "X and Y of test_add have different shapes");
    EXPECT_THAT(
        platform::MessageOf([&] { RunOnScope(frames.get(), scope_.get()); }),
        HasSubstr("when running operator test_repeat"));
    Set("c", {10, 20});
    RunOnScope(frames.get(), scope_.get());
    EXPECT_THAT(Values("all"), ElementsAre(14, 25, 3, 4));
  }
}

TEST_F(SubBlockTest, NonFiniteValuesAreFoundInsideBlocks) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  Repeat(block_, 2);
  Set("c", {1, 3e38f});
  RunOptions options;
  options.check_nan_inf = true;
  EXPECT_ERROR(RunOnScope(Compile().get(), scope_.get(), options),
               FailedPrecondition, "output b has a NaN or infinity");
}

TEST_F(SubBlockTest, MoreShapesThanAFrameRemembers) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  Repeat(block_, 2);
  const auto frames = Compile();
  for (int round = 0; round < 2; ++round) {
    for (int size = 1; size <= 200; ++size) {
      Set("x", std::vector<float>(size, 1));
      Set("c", std::vector<float>(size, size));
      RunOnScope(frames.get(), scope_.get());
      EXPECT_EQ(Values("y"), std::vector<float>(size, 1 + 2 * size));
    }
  }
}

TEST_F(SubBlockTest, ThreadsRunOneBlock) {
  Add(block_, "a", "c", "h");
  Plus(block_, "h", "b");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Add(gradient, "h", "c", "seen");
  Results(gradient, {"seen"});
  Repeat(block_, 3);
  Replay(gradient);
  const auto frames = Compile({"all"});
  const auto run = [&](float start) {
    const auto scope = Scope::Create();
    *scope->Var("c")->GetMutable<LoDTensor>() = TensorOf({1}, {10});
    for (int i = 0; i < 200; ++i) {
      *scope->Var("x")->GetMutable<LoDTensor>() = TensorOf({1}, {start + i});
      RunOnScope(frames.get(), scope.get());
      const float a = start + i;
      EXPECT_THAT(ValuesOf(scope->FindVar("all")->Get<LoDTensor>()),
                  ElementsAre(a + 42, a + 31, a + 20));
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(run, 1000.0f * i);
  for (std::thread& thread : threads) thread.join();
}

TEST_F(SubBlockTest, RunsKeepNothingButTheSteps) {
  Add(block_, "a", "c", "h");
  Plus(block_, "h", "b");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Plus(gradient, "h", "seen");
  Results(gradient, {"seen"});
  Repeat(block_, 50);
  Replay(gradient);
  const auto frames = Compile({"all"});
  memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
  RunOnScope(frames.get(), scope_.get());
  const int64_t before = allocator.stats().current;
  const NameList names = scope_->LocalNames();
  for (int i = 0; i < 20; ++i) RunOnScope(frames.get(), scope_.get());
  EXPECT_EQ(allocator.stats().current, before);
  EXPECT_EQ(scope_->LocalNames(), names);
}

}  // namespace
}  // namespace paddle::framework

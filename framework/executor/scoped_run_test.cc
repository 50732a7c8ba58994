#include "paddle/framework/executor/scoped_run.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block.h"
#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/memory/allocator.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

// The function that test_hook calls while it runs.
std::function<void()>& Hook() {
  static auto* const hook = new std::function<void()>;
  return *hook;
}

class HookMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "Not set.");
    AddComment("For tests.");
  }
};

class HookOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};

class HookKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext&) const override { Hook()(); }
};

REGISTER_OP_WITHOUT_GRADIENT(test_hook, HookOp, HookMaker);
REGISTER_OPERATOR(test_hook, HookKernel);

using ::testing::ElementsAre;

std::vector<float> Values(const Fetched& fetched) {
  return ValuesOf(absl::get<LoDTensor>(fetched));
}

// A page that a write to is the end of the process.
class ReadOnlyPage : public memory::Allocation {
 public:
  static LoDTensor TensorOf(const std::vector<float>& values) {
    void* page = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(page, values.data(), values.size() * sizeof(float));
    mprotect(page, kBytes, PROT_READ);
    LoDTensor tensor;
    tensor.Bind(std::make_shared<ReadOnlyPage>(page), 0,
                {static_cast<int64_t>(values.size())}, DataType::kFloat32);
    return tensor;
  }
  explicit ReadOnlyPage(void* page)
      : Allocation(page, kBytes, platform::CPUPlace()) {}
  ~ReadOnlyPage() override { munmap(data(), kBytes); }

 private:
  static constexpr size_t kBytes = 4096;
};

// A program with data x, an intermediate h = x + 1, its result y = h + 1, and a
// parameter w from which g = 1 is taken.
class ScopedRunTest : public ::testing::Test {
 protected:
  ScopedRunTest() {
    AddData(program_.get(), "x", 1);
    Plus(program_.get(), "x", "h", 1);
    Plus(program_.get(), "h", "y", 1);
    AddPersistable(program_.get(), "w", {1});
    Fill(program_.get(), "g", {1}, 1);
    Update(program_.get(), "w", "g");
    Plus(program_.get(), "w", "after", 0);
    Set("w", 5);
  }

  void Set(const std::string& name, float value) {
    *scope_->Var(name)->GetMutable<LoDTensor>() = TensorOf({1}, {value});
  }
  std::vector<float> In(const std::string& name) {
    return ValuesOf(scope_->FindVar(name)->Get<LoDTensor>());
  }
  std::vector<Fetched> Run(const Feeds& feeds, const NameList& fetches) {
    return executor_.Run(program_, feeds, fetches, scope_.get());
  }
  std::vector<Fetched> Eval(const Feeds& feeds, const NameList& fetches) {
    return executor_.Eval(program_, feeds, fetches, scope_.get());
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  const std::shared_ptr<Scope> scope_ = Scope::Create();
  const Feeds feeds_ = {{"x", TensorOf({1, 1}, {3})}};
  Executor executor_;
};

TEST_F(ScopedRunTest, WhatDoesNotLastIsNotInTheScope) {
  EXPECT_THAT(Values(Run(feeds_, {"y"})[0]), ElementsAre(5));
  EXPECT_THAT(scope_->LocalNames(), ElementsAre(kStepVariable, "w"));
  EXPECT_THAT(In("w"), ElementsAre(4));
}

TEST_F(ScopedRunTest, WhatTheProgramWritesHidesTheScope) {
  Set("x", 100);
  Set("h", 200);
  EXPECT_THAT(Values(Run(feeds_, {"h"})[0]), ElementsAre(4));
  EXPECT_THAT(In("x"), ElementsAre(100));
  EXPECT_THAT(In("h"), ElementsAre(200));
}

TEST_F(ScopedRunTest, WhatNobodyWritesIsFoundInTheScope) {
  proto::VarDesc* var = program_->global_block().Var("constant");
  var->set_dtype(proto::FLOAT32);
  var->add_dims(1);
  Plus(program_.get(), "constant", "more", 1);
  EXPECT_ERROR(Eval({}, {"more"}), FailedPrecondition,
               "the scope has no value for it");
  Set("constant", 7);
  EXPECT_THAT(Values(Eval({}, {"more"})[0]), ElementsAre(8));
}

TEST_F(ScopedRunTest, WhatIsReadFirstAndDoesNotLastMustBeFed) {
  Fill(program_.get(), "one", {1, 1}, 1);
  Update(program_.get(), "x", "one");
  proto::VarDesc* var = program_->global_block().Var("state");
  var->set_dtype(proto::FLOAT32);
  var->add_dims(1);
  Update(program_.get(), "state", "g");
  Set("state", 7);
  EXPECT_ERROR(Eval({}, {"state"}), FailedPrecondition,
               "begins each run without a value; feed it");
  EXPECT_THAT(Values(Eval({{"state", TensorOf({1}, {2})}}, {"state"})[0]),
              ElementsAre(1));
  EXPECT_THAT(In("state"), ElementsAre(7));
}

TEST_F(ScopedRunTest, AFeedIsLetGoOf) {
  LoDTensor x = TensorOf({1, 1}, {3});
  executor_.Run(program_, {{"x", x}}, {"y"}, scope_.get());
  EXPECT_EQ(x.holder().use_count(), 1);
  EXPECT_EQ(scope_->FindVar("x"), nullptr);
}

TEST_F(ScopedRunTest, AFedParameterIsNotWrittenToByThisRunOrALaterOne) {
  const LoDTensor candidate = ReadOnlyPage::TensorOf({8});
  const LoDTensor step = TensorOf({1}, {1});
  EXPECT_THAT(Values(Eval({{"w", candidate}, {"g", step}}, {"after"})[0]),
              ElementsAre(7));
  EXPECT_THAT(Values(Run({{"w", candidate}, {"g", step}}, {"after"})[0]),
              ElementsAre(7));
  EXPECT_THAT(In("w"), ElementsAre(5));
  Run({}, {});
  EXPECT_THAT(In("w"), ElementsAre(4));
  EXPECT_THAT(ValuesOf(candidate), ElementsAre(8));
}

// The variable shares the caller's memory, which may be read-only.
TEST_F(ScopedRunTest, SharedMemoryIsCopiedBeforeItIsUpdated) {
  const LoDTensor mine = ReadOnlyPage::TensorOf({5});
  *scope_->Var("w")->GetMutable<LoDTensor>() = mine;
  Run({}, {});
  EXPECT_THAT(In("w"), ElementsAre(4));
  const LoDTensor view = scope_->FindVar("w")->Get<LoDTensor>();
  CompileOptions keep;
  keep.keep_all = true;
  FramePool frames(
      BlockCompiler(Prune(*program_, 0, {}, {"after"}), 0, keep).Compile());
  RunOnScope(&frames, scope_.get());
  EXPECT_THAT(In("w"), ElementsAre(3));
  EXPECT_THAT(ValuesOf(view), ElementsAre(4));
  EXPECT_THAT(ValuesOf(mine), ElementsAre(5));
}

TEST_F(ScopedRunTest, AnEvaluationChangesNothing) {
  const float* memory = scope_->FindVar("w")->Get<LoDTensor>().data<float>();
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(Values(Eval({}, {"after"})[0]), ElementsAre(4));
    EXPECT_THAT(Values(Eval({}, {"w"})[0]), ElementsAre(4));
    EXPECT_THAT(In("w"), ElementsAre(5));
  }
  EXPECT_EQ(scope_->FindVar("w")->Get<LoDTensor>().data<float>(), memory);
}

TEST_F(ScopedRunTest, AnEvaluationOfWhatAStartupProgramSetsSetsNothing) {
  const auto startup = NewProgram();
  AddPersistable(startup.get(), "v", {2});
  Fill(startup.get(), "v", {2}, 3);
  const auto values = executor_.Eval(startup, {}, {"v"}, scope_.get());
  EXPECT_THAT(Values(values[0]), ElementsAre(3, 3));
  EXPECT_EQ(scope_->FindVar("v"), nullptr);
}

TEST_F(ScopedRunTest, WhatIsFetchedIsTheCallersAlone) {
  const auto values = Run(feeds_, {"y", "x", "y", "h", "w", "w"});
  std::vector<const void*> memory;
  for (const Fetched& value : values) {
    const auto& tensor = absl::get<LoDTensor>(value);
    EXPECT_EQ(tensor.holder().use_count(), 1);
    EXPECT_FALSE(tensor.SharesMemoryWith(feeds_[0].second));
    memory.push_back(tensor.raw_data());
  }
  std::sort(memory.begin(), memory.end());
  EXPECT_EQ(std::unique(memory.begin(), memory.end()), memory.end());
  EXPECT_EQ(Values(values[0]), Values(values[2]));
}

TEST_F(ScopedRunTest, WhatBlockEvalReturnsIsTheCallersAlone) {
  const auto values =
      Block(program_, 0)
          .Eval({"after", "w"}, scope_.get(),
                platform::DeviceContextOf(platform::CPUPlace()));
  for (const LoDTensor& value : values) {
    EXPECT_EQ(value.holder().use_count(), 1);
    EXPECT_THAT(ValuesOf(value), ElementsAre(4));
  }
}

TEST_F(ScopedRunTest, AFeedThatNothingReadsIsFetched) {
  EXPECT_THAT(Values(Eval({{"h", TensorOf({1, 1}, {9})}}, {"h"})[0]),
              ElementsAre(9));
}

TEST_F(ScopedRunTest, BytesOfBoolsBecomeOne) {
  proto::VarDesc* var = program_->global_block().Var("flag");
  var->set_dtype(proto::BOOL);
  var->add_dims(2);
  LoDTensor flag({2}, DataType::kBool);
  std::memcpy(flag.raw_mutable_data(), "\2\0", 2);
  const auto values = Eval({{"flag", flag}}, {"flag"});
  EXPECT_EQ(std::memcmp(absl::get<LoDTensor>(values[0]).raw_data(), "\1\0", 2),
            0);
}

// While one run is under way another thread feeds the same names of the same
// scope; the first one goes on with what it was given itself. It made @STEP@,
// alone, and keeps nobody out any more.
TEST_F(ScopedRunTest, RunsOnOneScopeDoNotExchangeAnswers) {
  program_->AppendOp(
      0, MakeOp("test_hook", {{"X", {"x"}}}, {{"Out", {"hooked"}}}));
  Plus(program_.get(), "x", "z", 10);
  const NameList fetches = {"hooked", "z"};
  std::vector<float> others;
  bool first = true;
  Hook() = [&] {
    if (!std::exchange(first, false)) return;
    std::thread([&] {
      others = Values(Eval({{"x", TensorOf({2, 1}, {5, 6})}}, fetches)[1]);
    }).join();
  };
  EXPECT_THAT(Values(Eval(feeds_, fetches)[1]), ElementsAre(13));
  EXPECT_THAT(others, ElementsAre(15, 16));
}

TEST_F(ScopedRunTest, ARunInsideARunNeedsAnotherScope) {
  program_->AppendOp(
      0, MakeOp("test_hook", {{"X", {"y"}}}, {{"Out", {"hooked"}}}));
  const auto child = Scope::Create(scope_);
  const auto other = Scope::Create();
  *other->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {1});
  const auto run_on = [&](Scope* inner) {
    Hook() = [&, inner] { executor_.Run(program_, {}, {}, inner); };
    Run(feeds_, {"hooked"});
  };
  // Each lets go of the locks, as the last run shows.
  for (Scope* inner : {scope_.get(), child.get()}) {
    EXPECT_ERROR(run_on(inner), FailedPrecondition,
                 "a run inside a run needs a scope of its own");
  }
  const auto one_read = [&] {
    Hook() = [&] { Eval({{"x", TensorOf({1, 1}, {0})}}, {"y"}); };
    Eval(feeds_, {"hooked"});
  };
  EXPECT_ERROR(one_read(), FailedPrecondition, "test_hook");
  run_on(other.get());
  EXPECT_THAT(ValuesOf(other->FindVar("w")->Get<LoDTensor>()), ElementsAre(0));
  EXPECT_THAT(Values(Run(feeds_, {"y"})[0]), ElementsAre(5));
}

TEST_F(ScopedRunTest, AFailedRunLetsGoOfLocksAndFeeds) {
  LoDTensor wide = TensorOf({2}, {1, 2});
  EXPECT_THROW(Run({{"g", wide}}, {"after"}), platform::Error);
  EXPECT_EQ(wide.holder().use_count(), 1);
  EXPECT_THAT(Values(Run(feeds_, {"y"})[0]), ElementsAre(5));
}

}  // namespace
}  // namespace paddle::framework::testing

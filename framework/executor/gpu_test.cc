// Programs of tiny operators on a GPU.
#include "paddle/platform/testing/gpu.h"

#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

constexpr platform::Place kGPU = platform::CUDAPlace(0);

std::vector<float> Values(const Fetched& fetched) {
  return ValuesOf(absl::get<LoDTensor>(fetched));
}

class GPUTest : public ::testing::Test {
 protected:
  void SetUp() override { PADDLE_SKIP_WITHOUT_GPU(); }

  void Set(const std::string& name, const LoDTensor& value) {
    *scope_->Var(name)->GetMutable<LoDTensor>() = value;
  }
  const LoDTensor& Get(const std::string& name) const {
    return scope_->FindVar(name)->Get<LoDTensor>();
  }
  // w = w - x[x], which nothing waits for.
  void AddFollowing() {
    AddData(program_.get(), "x", 1);
    AddPersistable(program_.get(), "w", {2, 1});
    program_->AppendOp(
        0, MakeOp("test_follow", {{"X", {"x"}}}, {{"Out", {"found"}}}));
    Update(program_.get(), "w", "found");
    Set("w", TensorOf({2, 1}, {10, 20}));
  }
  std::vector<Fetched> Run(Executor* executor, const Feeds& feeds,
                           const std::vector<std::string>& fetches) {
    return executor->Run(program_, feeds, fetches, scope_.get());
  }

  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
};

TEST_F(GPUTest, FeedsGoThereAndFetchesComeBack) {
  AddData(program_.get(), "x", 2);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", 10);
  for (const bool plan_memory : {true, false}) {
    ExecutorOptions options;
    options.plan_memory = plan_memory;
    Executor executor(kGPU, options);
    LoDTensor feed = TensorOf({2, 2}, {1, 2, 3, 4});
    feed.set_lod(LoD::FromLengths({{2}}));
    const auto values = Run(&executor, {{"x", feed}}, {"z", "y", "x"});
    EXPECT_THAT(Values(values[0]), ElementsAre(12, 13, 14, 15));
    EXPECT_THAT(Values(values[1]), ElementsAre(2, 3, 4, 5));
    EXPECT_THAT(Values(values[2]), ElementsAre(1, 2, 3, 4));
    EXPECT_TRUE(SameLoD(absl::get<LoDTensor>(values[0]).lod(), feed.lod()));
    for (const Fetched& value : values) {
      EXPECT_TRUE(absl::get<LoDTensor>(value).place().is_cpu());
    }
  }
}

TEST_F(GPUTest, AFeedThatLiesThereIsLetGoOf) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Executor executor(kGPU);
  const LoDTensor feed(Copy(TensorOf({1, 1}, {5}), kGPU));
  EXPECT_THAT(Values(Run(&executor, {{"x", feed}}, {"y"})[0]), ElementsAre(6));
  EXPECT_EQ(feed.holder().use_count(), 1);
}

TEST_F(GPUTest, AnUpdatedFeedIsCopied) {
  AddData(program_.get(), "x", 1);
  AddData(program_.get(), "step", 1);
  Update(program_.get(), "x", "step");
  Executor executor(kGPU);
  const LoDTensor feed(Copy(TensorOf({1, 1}, {5}), kGPU));
  const LoDTensor step = TensorOf({1, 1}, {2});
  EXPECT_THAT(Values(Run(&executor, {{"x", feed}, {"step", step}}, {"x"})[0]),
              ElementsAre(3));
  EXPECT_THAT(ValuesOf(OnCPU(feed)), ElementsAre(5));
}

TEST_F(GPUTest, PersistablesMoveOnceAndBack) {
  AddData(program_.get(), "x", 1);
  AddPersistable(program_.get(), "w", {2, 1});
  Add(program_.get(), "w", "x", "y");
  const LoDTensor start(TensorOf({2, 1}, {10, 20}), LoD::FromLengths({{2}}));
  Set("w", start);
  const Feeds feeds = {{"x", TensorOf({2, 1}, {1, 2})}};
  Executor there(kGPU);
  EXPECT_THAT(Values(Run(&there, feeds, {"y"})[0]), ElementsAre(11, 22));
  const LoDTensor moved = Get("w");
  EXPECT_EQ(moved.place(), kGPU);
  EXPECT_TRUE(SameLoD(moved.lod(), start.lod()));
  EXPECT_THAT(Values(Run(&there, feeds, {"y"})[0]), ElementsAre(11, 22));
  EXPECT_TRUE(Get("w").SharesMemoryWith(moved));
  EXPECT_THAT(ValuesOf(start), ElementsAre(10, 20));

  Executor here;
  EXPECT_THAT(Values(Run(&here, feeds, {"y"})[0]), ElementsAre(11, 22));
  EXPECT_EQ(Get("w").place(), platform::CPUPlace());
}

TEST_F(GPUTest, UpdatesStayThere) {
  AddData(program_.get(), "x", 1);
  AddPersistable(program_.get(), "w", {2, 1});
  Update(program_.get(), "w", "x");
  Set("w", TensorOf({2, 1}, {10, 20}));
  Executor executor(kGPU);
  for (int i = 0; i < 3; ++i) {
    Run(&executor, {{"x", TensorOf({2, 1}, {1, 2})}}, {});
  }
  EXPECT_EQ(Get("w").place(), kGPU);
  EXPECT_THAT(ValuesOf(OnCPU(Get("w"))), ElementsAre(7, 14));
}

TEST_F(GPUTest, RunsThatRepeatAreReplayed) {
  AddData(program_.get(), "x", 1);
  AddPersistable(program_.get(), "w", {1, 1});
  Plus(program_.get(), "x", "y", 1);
  Update(program_.get(), "w", "y");
  program_->AppendOp(0, MakeOp("test_count", {{"X", {"y"}}}, {}));
  for (const bool device_graphs : {true, false}) {
    Set("w", TensorOf({1, 1}, {0}));
    ExecutorOptions options;
    options.device_graphs = device_graphs;
    Executor executor(kGPU, options);
    const int before = CountRuns();
    for (int i = 0; i < 10; ++i) {
      const float x = i;
      Run(&executor, {{"x", TensorOf({1, 1}, {x})}}, {});
    }
    EXPECT_EQ(CountRuns() - before, device_graphs ? 3 : 10);
    EXPECT_THAT(ValuesOf(OnCPU(Get("w"))), ElementsAre(-55));
    // Other memory, other shapes: other work.
    Set("w", TensorOf({1, 1}, {1000}));
    Run(&executor, {{"x", TensorOf({1, 1}, {9})}}, {});
    EXPECT_THAT(ValuesOf(OnCPU(Get("w"))), ElementsAre(990));
  }
}

TEST_F(GPUTest, ResultsThatWereTakenAreLeftAlone) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  CompileOptions options;
  options.place = kGPU;
  options.targets = {"y"};
  FramePool frames(BlockCompiler(program_, 0, options).Compile());
  const auto run = [&](float x) {
    Set("x", TensorOf({1, 1}, {x}));
    RunOnScope(&frames, scope_.get());
  };
  for (int i = 0; i < 6; ++i) run(i);
  const LoDTensor taken = Get("y");
  run(100);
  EXPECT_THAT(ValuesOf(OnCPU(taken)), ElementsAre(6));
  EXPECT_THAT(ValuesOf(OnCPU(Get("y"))), ElementsAre(101));
}

TEST_F(GPUTest, ReplayedRunsDrawNumbersOfTheirOwn) {
  program_->AppendOp(0, MakeOp("test_random", {}, {{"Out", {"r"}}},
                               {{"shape", std::vector<int64_t>{5, 1}}}));
  AddPersistable(program_.get(), "w", {5, 1});
  Update(program_.get(), "w", "r");
  program_->AppendOp(0, MakeOp("test_count", {{"X", {"r"}}}, {}));
  const auto after = [&](platform::Place place, bool device_graphs) {
    scope_ = Scope::Create();  // which counts the steps
    Set("w", TensorOf({5, 1}, {0, 0, 0, 0, 0}));
    ExecutorOptions options;
    options.device_graphs = device_graphs;
    Executor executor(place, options);
    for (int i = 0; i < 8; ++i) {
      SetDefaultSeed(i < 6 ? 11 : 22);
      Run(&executor, {}, {});
    }
    return ValuesOf(OnCPU(Get("w")));
  };
  const std::vector<float> expected = after(platform::CPUPlace(), true);
  EXPECT_NE(expected[0], expected[1]);
  EXPECT_EQ(after(kGPU, false), expected);
  const int before = CountRuns();
  EXPECT_EQ(after(kGPU, true), expected);
  EXPECT_EQ(CountRuns() - before, 5);  // 3 of the first seed, 2 of the second
}

TEST_F(GPUTest, ThreadsShareItsStream) {
  AddData(program_.get(), "x", 1);
  AddPersistable(program_.get(), "w", {1, 1});
  Add(program_.get(), "x", "w", "y");
  Executor executor(kGPU);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t, &executor, &wrong] {
      const auto scope = Scope::Create();
      const float w = 1000.0f * t;
      *scope->Var("w")->GetMutable<LoDTensor>() = TensorOf({1, 1}, {w});
      for (int i = 0; i < 50; ++i) {
        const float x = i;
        const auto values = executor.Run(
            program_, {{"x", TensorOf({1, 1}, {x})}}, {"y"}, scope.get());
        wrong[t] += Values(values[0])[0] != x + w;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST_F(GPUTest, WhatKernelsReportIsThrownByAFetch) {
  AddFollowing();
  Executor executor(kGPU);
  Run(&executor, {{"x", TensorOf({2, 1}, {0, 5})}}, {});  // waits for nothing
  const Feeds good = {{"x", TensorOf({2, 1}, {1, 0})}};
  EXPECT_ERROR(Run(&executor, good, {"found"}), OutOfRange,
               "test_follow: X: index 5 is outside of [0, 2)");
  EXPECT_THAT(Values(Run(&executor, good, {"found"})[0]), ElementsAre(0, 1));
}

TEST_F(GPUTest, TheSameErrorAsOnTheCPU) {
  AddFollowing();
  const Feeds bad = {{"x", TensorOf({2, 1}, {0, -1})}};
  for (platform::Place place : {kGPU, platform::CPUPlace()}) {
    Executor executor(place);
    EXPECT_ERROR(Run(&executor, bad, {"found"}), OutOfRange,
                 "test_follow: X: index -1 is outside of [0, 2)");
  }
}

TEST_F(GPUTest, NaNAndInfinityAreFoundWithTheirOperator) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", 1);
  ExecutorOptions options;
  options.check_nan_inf = true;
  Executor executor(kGPU, options);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_ERROR(Run(&executor, {{"x", TensorOf({2, 1}, {1, infinity})}}, {"z"}),
               FailedPrecondition, "output y has a NaN or infinity");
  EXPECT_THAT(Values(Run(&executor, {{"x", TensorOf({1, 1}, {1})}}, {"z"})[0]),
              ElementsAre(3));
}

}  // namespace
}  // namespace paddle::framework::testing

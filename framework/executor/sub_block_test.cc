#include "paddle/framework/executor/sub_block.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/sub_block_fixture.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

using SubBlockTest = SubBlockFixture;

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

TEST_F(SubBlockTest, SaysWhoseAResultIs) {
  const int block = NewBlock(0, {"p", "q"});
  Add(block, "p", "c", "own");
  Plus(block, "q", "saved");
  Plus(block, "q", "twice");
  Results(block, {"own", "saved", "twice", "twice", "q", "c"});
  const int gradient = NewBlock(0, {}, block);
  Plus(gradient, "saved", "seen");
  Repeat(block, 1);
  const auto frames = Compile();
  const SubBlock owned(*frames->block().instructions()[0].arguments, "block");
  EXPECT_EQ(owned.num_results(), 6);
  const auto owns = [&](int i) { return owned.OwnsResult(i); };
  EXPECT_TRUE(owns(0));
  for (int i = 1; i < 6; ++i) EXPECT_FALSE(owns(i)) << owned.result(i).name;
  EXPECT_TRUE(owned.IsCaptured(5));
  EXPECT_FALSE(owned.IsCaptured(4));
  EXPECT_EQ(owned.argument(1).name, "q");
  EXPECT_EQ(owned.described_argument(1).dims(0), 2);
  EXPECT_EQ(owned.described_result(0).name(), "own");
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

}  // namespace
}  // namespace paddle::framework::testing

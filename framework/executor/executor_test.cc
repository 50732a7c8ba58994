#include "paddle/framework/executor/executor.h"

#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using platform::MessageOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<float> Values(const Fetched& fetched) {
  return ValuesOf(absl::get<LoDTensor>(fetched));
}

class ExecutorTest : public ::testing::Test {
 protected:
  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
  Executor executor_;
};

TEST_F(ExecutorTest, FeedsAndFetches) {
  AddData(program_.get(), "x", 2);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", 10);
  auto values = executor_.Run(program_, {{"x", TensorOf({1, 2}, {3, 4})}},
                              {"z", "y", "x"}, scope_.get());
  EXPECT_THAT(Values(values[0]), ElementsAre(14, 15));
  EXPECT_THAT(Values(values[1]), ElementsAre(4, 5));
  EXPECT_THAT(Values(values[2]), ElementsAre(3, 4));
}

TEST_F(ExecutorTest, BatchSizeMayChange) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", 1);
  for (int rows : {3, 1, 0, 5, 3, 1}) {
    std::vector<float> x(rows, 7);
    auto values = executor_.Run(program_, {{"x", TensorOf({rows, 1}, x)}},
                                {"z"}, scope_.get());
    EXPECT_EQ(Values(values[0]), std::vector<float>(rows, 9));
  }
}

TEST_F(ExecutorTest, IntermediatesDoNotReachTheScope) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", 1);
  executor_.Run(program_, {{"x", TensorOf({1, 1}, {1})}}, {"z"}, scope_.get());
  EXPECT_THAT(scope_->LocalNames(), ElementsAre(kStepVariable));
}

TEST_F(ExecutorTest, FetchedTensorsOwnTheirMemory) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  auto first = executor_.Run(program_, {{"x", TensorOf({1, 1}, {1})}}, {"y"},
                             scope_.get());
  executor_.Run(program_, {{"x", TensorOf({1, 1}, {5})}}, {"y"}, scope_.get());
  EXPECT_THAT(Values(first[0]), ElementsAre(2));
}

TEST_F(ExecutorTest, UpdatesHappenInRunAndNotInEval) {
  AddData(program_.get(), "x", 1);
  AddPersistable(program_.get(), "w", {1, 1});
  Add(program_.get(), "x", "w", "y");
  Fill(program_.get(), "step", {1, 1}, 0.5);
  Update(program_.get(), "w", "step");
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1, 1}, {8});
  Feeds feeds = {{"x", TensorOf({1, 1}, {1})}};
  EXPECT_THAT(Values(executor_.Eval(program_, feeds, {"y"}, scope_.get())[0]),
              ElementsAre(9));
  EXPECT_THAT(Values(executor_.Run(program_, feeds, {"y"}, scope_.get())[0]),
              ElementsAre(9));
  EXPECT_THAT(Values(executor_.Run(program_, feeds, {"y"}, scope_.get())[0]),
              ElementsAre(8.5));
  EXPECT_THAT(ValuesOf(scope_->FindVar("w")->Get<LoDTensor>()), ElementsAre(7));
}

TEST_F(ExecutorTest, AFetchedParameterIsACopy) {
  AddPersistable(program_.get(), "w", {1});
  Fill(program_.get(), "step", {1}, 1);
  Update(program_.get(), "w", "step");
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {8});
  auto first = executor_.Run(program_, {}, {"w"}, scope_.get());
  executor_.Run(program_, {}, {"w"}, scope_.get());
  EXPECT_THAT(Values(first[0]), ElementsAre(7));
}

TEST_F(ExecutorTest, StartupMakesPersistablesInTheRootScope) {
  AddPersistable(program_.get(), "w", {2});
  Fill(program_.get(), "w", {2}, 3);
  auto child = Scope::Create(scope_);
  executor_.Run(program_, {}, {}, child.get());
  ASSERT_NE(scope_->FindLocalVar("w"), nullptr);
  EXPECT_THAT(ValuesOf(scope_->FindVar("w")->Get<LoDTensor>()),
              ElementsAre(3, 3));
}

TEST_F(ExecutorTest, LastingEffectsRunOnceInRunAndNotInEval) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  program_->AppendOp(0, MakeOp("test_count", {{"X", {"x"}}}, {}));
  CountRuns() = 0;
  Feeds feeds = {{"x", TensorOf({1, 1}, {1})}};
  executor_.Eval(program_, feeds, {"y"}, scope_.get());
  EXPECT_EQ(CountRuns(), 0);
  executor_.Run(program_, feeds, {"y"}, scope_.get());
  EXPECT_EQ(CountRuns(), 1);
}

TEST_F(ExecutorTest, AnIntermediateMayBeFed) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Plus(program_.get(), "y", "z", 10);
  auto values = executor_.Run(program_, {{"y", TensorOf({1, 1}, {5})}}, {"z"},
                              scope_.get());
  EXPECT_THAT(Values(values[0]), ElementsAre(15));
}

TEST_F(ExecutorTest, AnUpdateOfAFeedDoesNotReachTheCaller) {
  AddData(program_.get(), "x", 1);
  AddData(program_.get(), "step", 1);
  Update(program_.get(), "x", "step");
  const LoDTensor shared = TensorOf({1, 1}, {5});
  auto values = executor_.Run(program_, {{"x", shared}, {"step", shared}},
                              {"x", "step"}, scope_.get());
  EXPECT_THAT(Values(values[0]), ElementsAre(0));
  EXPECT_THAT(Values(values[1]), ElementsAre(5));
  EXPECT_THAT(ValuesOf(shared), ElementsAre(5));
}

TEST_F(ExecutorTest, AFedOutputOfAnOperatorThatRunsKeepsTheFeed) {
  AddData(program_.get(), "x", 1);
  program_->AppendOp(0, MakeOp("test_both", {{"X", {"x"}}},
                               {{"Low", {"low"}}, {"High", {"high"}}}));
  Add(program_.get(), "low", "high", "y");
  for (bool fetch_feed : {false, true}) {
    std::vector<std::string> fetches = {"y"};
    if (fetch_feed) fetches.push_back("low");
    auto values = executor_.Run(
        program_,
        {{"x", TensorOf({1, 1}, {5})}, {"low", TensorOf({1, 1}, {100})}},
        fetches, scope_.get());
    EXPECT_THAT(Values(values[0]), ElementsAre(106));
    EXPECT_THAT(Values(values.back()), ElementsAre(fetch_feed ? 100 : 106));
  }
}

TEST_F(ExecutorTest, SequencesFollowTheRows) {
  AddData(program_.get(), "x", 1);
  program_->global_block().Var("x")->set_lod_level(1);
  program_->AppendOp(0, MakeOp("test_twice", {{"X", {"x"}}}, {{"Out", {"y"}}}));
  EXPECT_EQ(program_->global_block().Var("y")->lod_level(), 1);
  for (bool longer : {false, true, false}) {
    LoDTensor x = TensorOf({3, 1}, {1, 2, 3});
    x.set_lod(LoD::FromLengths(
        {longer ? std::vector<int64_t>{3, 0} : std::vector<int64_t>{1, 2}}));
    const Fetched y =
        executor_.Run(program_, {{"x", x}}, {"y"}, scope_.get())[0];
    const LoDTensor& value = absl::get<LoDTensor>(y);
    EXPECT_EQ(value.lod()->lengths()[0],
              longer ? (std::vector<int64_t>{3, 3, 0, 0})
                     : (std::vector<int64_t>{1, 1, 2, 2}));
    EXPECT_EQ(ValuesOf(value), longer ? (std::vector<float>{1, 2, 3, 1, 2, 3})
                                      : (std::vector<float>{1, 1, 2, 3, 2, 3}));
  }
}

TEST_F(ExecutorTest, SequencesThatDoNotCoverTheRowsAreRefused) {
  AddData(program_.get(), "x", 1);
  program_->global_block().Var("x")->set_lod_level(1);
  program_->AppendOp(0, MakeOp("test_twice", {{"X", {"x"}}}, {{"Out", {"y"}}}));
  LoDTensor x = TensorOf({3, 1}, {1, 2, 3});
  const auto run = [&] {
    executor_.Run(program_, {{"x", x}}, {"y"}, scope_.get());
  };
  EXPECT_THAT(MessageOf(run), HasSubstr("has lod_level 1, but is fed with a "
                                        "value of shape [3, 1] with 0 levels"));
  x.set_lod(LoD::FromLengths({{1, 5}}));
  EXPECT_THAT(MessageOf(run), HasSubstr("the sequences of variable x cover 6 "
                                        "rows, but its shape is [3, 1]"));
}

TEST_F(ExecutorTest, ValueDependentSizes) {
  AddData(program_.get(), "x", 2);
  Plus(program_.get(), "x", "y", 0);
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"y"}}}, {{"Out", {"n"}}}));
  Plus(program_.get(), "n", "m", 1);
  Plus(program_.get(), "m", "z", 1);
  for (int trial = 0; trial < 2; ++trial) {
    auto values = executor_.Run(
        program_, {{"x", TensorOf({2, 2}, {0, 4, 0, 6})}}, {"z"}, scope_.get());
    EXPECT_THAT(Values(values[0]), ElementsAre(6, 8));
    values = executor_.Run(program_, {{"x", TensorOf({2, 2}, {1, 2, 3, 0})}},
                           {"z", "n"}, scope_.get());
    EXPECT_THAT(Values(values[0]), ElementsAre(3, 4, 5));
    EXPECT_THAT(Values(values[1]), ElementsAre(1, 2, 3));
  }
}

TEST_F(ExecutorTest, PlanOnAndOffGiveTheSameBits) {
  AddData(program_.get(), "x", 3);
  std::string last = "x";
  for (int i = 0; i < 20; ++i) {
    std::string next = "h" + std::to_string(i);
    Plus(program_.get(), last, next + "a", 0.1 * i);
    Add(program_.get(), last, next + "a", next);
    last = next;
  }
  ExecutorOptions off;
  off.plan_memory = false;
  Executor unplanned(platform::CPUPlace(), off);
  Feeds feeds = {{"x", TensorOf({2, 3}, {1, 2, 3, 4, 5, 6})}};
  auto a = executor_.Run(program_, feeds, {last, "h3"}, scope_.get());
  auto b = unplanned.Run(program_, feeds, {last, "h3"}, scope_.get());
  EXPECT_EQ(Values(a[0]), Values(b[0]));
  EXPECT_EQ(Values(a[1]), Values(b[1]));
}

TEST_F(ExecutorTest, RandomNumbersFollowSeedAndStep) {
  program_->AppendOp(0, MakeOp("test_random", {}, {{"Out", {"r"}}},
                               {{"shape", std::vector<int64_t>{4}}}));
  program_->set_random_seed(5);
  auto other = Scope::Create();
  auto a = Values(executor_.Run(program_, {}, {"r"}, scope_.get())[0]);
  auto b = Values(executor_.Run(program_, {}, {"r"}, scope_.get())[0]);
  auto c = Values(executor_.Run(program_, {}, {"r"}, other.get())[0]);
  EXPECT_NE(a, b);
  EXPECT_EQ(a, c);
  program_->set_random_seed(6);
  other = Scope::Create();
  EXPECT_NE(a, Values(executor_.Run(program_, {}, {"r"}, other.get())[0]));
}

TEST_F(ExecutorTest, EvalDoesNotMoveTheRandomStep) {
  program_->AppendOp(0, MakeOp("test_random", {}, {{"Out", {"r"}}},
                               {{"shape", std::vector<int64_t>{4}}}));
  program_->set_random_seed(5);
  auto a = Values(executor_.Eval(program_, {}, {"r"}, scope_.get())[0]);
  auto b = Values(executor_.Run(program_, {}, {"r"}, scope_.get())[0]);
  EXPECT_EQ(a, b);
}

TEST_F(ExecutorTest, ThreadsShareOnePreparedProgram) {
  AddData(program_.get(), "x", 1);
  std::string last = "x";
  for (int i = 0; i < 50; ++i) {
    Plus(program_.get(), last, "h" + std::to_string(i), 1);
    last = "h" + std::to_string(i);
  }
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      auto scope = Scope::Create();
      for (int i = 0; i < 200; ++i) {
        float x = t * 1000 + i;
        auto values = executor_.Run(program_, {{"x", TensorOf({1, 1}, {x})}},
                                    {last}, scope.get());
        wrong[t] += Values(values[0])[0] != x + 50;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST_F(ExecutorTest, AChangedProgramIsPreparedAnew) {
  AddData(program_.get(), "x", 1);
  Plus(program_.get(), "x", "y", 1);
  Feeds feeds = {{"x", TensorOf({1, 1}, {1})}};
  executor_.Run(program_, feeds, {"y"}, scope_.get());
  Plus(program_.get(), "y", "z", 1);
  EXPECT_THAT(Values(executor_.Run(program_, feeds, {"z"}, scope_.get())[0]),
              ElementsAre(3));
}

}  // namespace
}  // namespace paddle::framework::testing

// Threads that share an executor, programs, and scopes, or parts of them.

#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/tensor/serialization.h"

namespace paddle::framework::testing {
namespace {

constexpr int kThreads = 8;
constexpr int kLength = 30;  // operators from x to y
constexpr int kWidth = 64;   // of a and b
constexpr int kRuns = 25;    // of each thread
constexpr char kLoaded[] = "loaded";

enum class Sharing { kSame, kSiblings, kSeparate };
enum class Action { kInfer, kTrain, kEval, kLoad, kSave };

std::vector<float> Values(const Fetched& fetched) {
  return ValuesOf(absl::get<LoDTensor>(fetched));
}

std::string File(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", getpid(), "_", name);
}

void RunThreads(const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

// A step takes 1 from all elements of a and of b, which are always equal, and
// then shows them; y is x + kLength.
class ThreadsTest
    : public ::testing::TestWithParam<std::tuple<Sharing, Action>> {
 protected:
  ThreadsTest() {
    AddData(program_.get(), "x", 1);
    std::string last = "x";
    for (int i = 1; i <= kLength; ++i) {
      const std::string next = i == kLength ? "y" : absl::StrCat("h", i);
      Plus(program_.get(), last, next, 1);
      last = next;
    }
    for (const char* name : {"a", "b"}) {
      AddPersistable(program_.get(), name, {kWidth});
      Plus(program_.get(), name, absl::StrCat(name, "_before"), 0);
    }
    Fill(program_.get(), "g", {kWidth}, 1);
    for (const char* name : {"a", "b"}) {
      Update(program_.get(), name, "g");
      Plus(program_.get(), name, absl::StrCat(name, "_after"), 0);
    }
    for (int t = 0; t < kThreads; ++t) MakeScope(t);
    SaveVariables(File(kLoaded), {"a", "b"}, *scopes_[0]);
  }
  ~ThreadsTest() override {
    unlink(File(kLoaded).c_str());
    for (int t = 0; t < kThreads; ++t) unlink(File(Name(t)).c_str());
  }

  static std::string Name(int thread) { return absl::StrCat("saved", thread); }

  void MakeScope(int thread) {
    const Sharing sharing = std::get<0>(GetParam());
    if (thread > 0 && sharing == Sharing::kSame) {
      scopes_.push_back(scopes_[0]);
      roots_.push_back(roots_[0]);
      return;
    }
    const bool has_root = thread > 0 && sharing == Sharing::kSiblings;
    roots_.push_back(has_root ? roots_[0] : Scope::Create());
    scopes_.push_back(sharing == Sharing::kSiblings
                          ? Scope::Create(roots_.back())
                          : roots_.back());
    if (has_root) return;
    for (const char* name : {"a", "b"}) {
      *roots_.back()->Var(name)->GetMutable<LoDTensor>() =
          TensorOf({kWidth}, std::vector<float>(kWidth, 0));
    }
  }

  // True if all are one number.
  static bool AreWhole(const std::vector<float>& a,
                       const std::vector<float>& b) {
    return a == std::vector<float>(kWidth, a[0]) && a == b;
  }

  void Infer(int thread, int i) {
    const int rows = 1 + (7 * i + 11 * thread) % 40;
    const float x = 1000.0f * thread + i;
    const auto values = executor_.Eval(
        program_, {{"x", TensorOf({rows, 1}, std::vector<float>(rows, x))}},
        {"y", "a_before", "b_before"}, scopes_[thread].get());
    wrong_ += Values(values[0]) != std::vector<float>(rows, x + kLength);
    wrong_ += !AreWhole(Values(values[1]), Values(values[2]));
  }
  void Train(int thread, int i) {
    const int rows = 1 + (7 * i + 11 * thread) % 40;
    const float x = 1000.0f * thread + i;
    const auto values = executor_.Run(
        program_, {{"x", TensorOf({rows, 1}, std::vector<float>(rows, x))}},
        {"y", "a", "b", "a_before"}, scopes_[thread].get());
    wrong_ += Values(values[0]) != std::vector<float>(rows, x + kLength);
    wrong_ += !AreWhole(Values(values[1]), Values(values[2]));
    wrong_ += Values(values[1])[0] != Values(values[3])[0] - 1;
  }
  void Eval(int thread) {
    const auto values =
        executor_.Eval(program_, {}, {"a_after", "b_after", "a_before"},
                       scopes_[thread].get());
    wrong_ += !AreWhole(Values(values[0]), Values(values[1]));
    wrong_ += Values(values[0])[0] != Values(values[2])[0] - 1;
  }
  void Load(int thread) {
    LoadVariables(File(kLoaded), *program_, {"a", "b"}, roots_[thread].get());
  }
  void Save(int thread) {
    SaveVariables(File(Name(thread)), {"a", "b"}, *scopes_[thread]);
    const NamedTensors saved = LoadTensors(File(Name(thread)));
    wrong_ += !AreWhole(ValuesOf(std::get<LoDTensor>(saved.at("a"))),
                        ValuesOf(std::get<LoDTensor>(saved.at("b"))));
  }
  void Do(Action action, int thread, int i) {
    switch (action) {
      case Action::kInfer:
        return Infer(thread, i);
      case Action::kTrain:
        return Train(thread, i);
      case Action::kEval:
        return Eval(thread);
      case Action::kLoad:
        return Load(thread);
      case Action::kSave:
        return Save(thread);
    }
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  std::vector<std::shared_ptr<Scope>> scopes_, roots_;  // by thread
  Executor executor_;
  std::atomic<int> wrong_{0};
};

// Half of the threads do one thing, the others train.
TEST_P(ThreadsTest, EachGetsItsOwnAnswersAndSeesWholeSteps) {
  RunThreads([&](int thread) {
    for (int i = 0; i < kRuns; ++i) {
      const bool trains = thread % 2 == 1;
      Do(trains ? Action::kTrain : std::get<1>(GetParam()), thread, i);
    }
  });
  EXPECT_EQ(wrong_, 0);
}

// The first runs of all threads fall together.
TEST_P(ThreadsTest, FirstRunsMakeStateOnce) {
  for (int trial = 0; trial < 10; ++trial) {
    const auto root = Scope::Create();
    Executor executor;
    const auto program = NewProgram();
    AddPersistable(program.get(), "made", {1});
    Fill(program.get(), "made", {1}, 1);
    RunThreads([&](int) {
      const auto scope = Scope::Create(root);
      const bool evaluates = std::get<1>(GetParam()) == Action::kEval;
      if (evaluates) executor.Eval(program, {}, {"made"}, scope.get());
      executor.Run(program, {}, {}, scope.get());
    });
    EXPECT_EQ(StepOf(*root), kThreads);
    EXPECT_THAT(root->LocalNames(),
                ::testing::ElementsAre(kStepVariable, "made"));
  }
}

TEST_P(ThreadsTest, NoStepIsLost) {
  const auto [sharing, action] = GetParam();
  if (action == Action::kLoad) return;  // sets a and b back
  RunThreads([&, action = action](int thread) {
    for (int i = 0; i < kRuns; ++i) {
      Train(thread, i);
      Do(action, thread, i);
    }
  });
  const int steps = kRuns * (action == Action::kTrain ? 2 : 1) *
                    (sharing == Sharing::kSeparate ? 1 : kThreads);
  EXPECT_EQ(ValuesOf(roots_[0]->FindVar("a")->Get<LoDTensor>())[0], -steps);
  EXPECT_EQ(StepOf(*scopes_[0]), steps);
  EXPECT_EQ(wrong_, 0);
}

INSTANTIATE_TEST_SUITE_P(
    All, ThreadsTest,
    ::testing::Combine(::testing::Values(Sharing::kSame, Sharing::kSiblings,
                                         Sharing::kSeparate),
                       ::testing::Values(Action::kInfer, Action::kTrain,
                                         Action::kEval, Action::kLoad,
                                         Action::kSave)));

}  // namespace
}  // namespace paddle::framework::testing

#include "paddle/platform/thread_pool.h"

#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/thread_names.h"

namespace paddle::platform {
namespace {

constexpr auto kLongerThanSpinning = std::chrono::milliseconds(5);

// Waits inside a task until `count` have begun, so that each runs on a thread
// of its own.
class Meeting {
 public:
  explicit Meeting(int count) : missing_(count) {}
  void Arrive() {
    --missing_;
    while (missing_ > 0) std::this_thread::yield();
  }

 private:
  std::atomic<int> missing_;
};

void RunOnThreads(int count) {
  Meeting meeting(count);
  ThreadPool::Run(count, [&](int) { meeting.Arrive(); });
}

// True if each task ran once.
bool RunsEachOnce(int tasks) {
  std::vector<std::atomic<int>> runs(tasks);
  ThreadPool::Run(tasks, [&](int task) { ++runs[task]; });
  for (const auto& count : runs) {
    if (count != 1) return false;
  }
  return true;
}

TEST(ThreadPoolTest, RunsEachTaskOnce) {
  for (const int tasks : {1, 2, 3, 8, 64}) {
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(RunsEachOnce(tasks)) << tasks;
  }
}

TEST(ThreadPoolTest, WakesWorkersThatSleep) {
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(kLongerThanSpinning);
    RunOnThreads(4);  // ends only if four threads take part
  }
  EXPECT_GE(ThreadPool::workers(), 3);
}

// Returns the processors that the calling thread may use.
cpu_set_t Processors() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  return set;
}

// Those of the caller but one, on which the caller was.
TEST(ThreadPoolTest, WorkersThatWakeLeaveTheCallersProcessorAlone) {
  cpu_set_t callers = Processors();
  if (CPU_COUNT(&callers) < 2) GTEST_SKIP() << "one processor";
  RunOnThreads(2);
  std::this_thread::sleep_for(kLongerThanSpinning);
  cpu_set_t workers;
  Meeting meeting(2);
  ThreadPool::Run(2, [&](int task) {
    meeting.Arrive();
    if (task == 1) workers = Processors();
  });
  EXPECT_EQ(CPU_COUNT(&workers), CPU_COUNT(&callers) - 1);
  cpu_set_t both;
  CPU_AND(&both, &workers, &callers);
  EXPECT_TRUE(CPU_EQUAL(&both, &workers));
}

TEST(ThreadPoolTest, TaskStaysOnItsWorker) {
  std::thread::id first[3];
  std::thread::id second[3];
  for (auto* ids : {first, second}) {
    Meeting meeting(3);
    ThreadPool::Run(3, [&](int task) {
      meeting.Arrive();
      ids[task] = std::this_thread::get_id();
    });
  }
  EXPECT_EQ(first[0], std::this_thread::get_id());
  EXPECT_NE(first[1], first[2]);
  EXPECT_EQ(first[1], second[1]);
  EXPECT_EQ(first[2], second[2]);
}

TEST(ThreadPoolTest, CallsFromATaskStayOnItsThread) {
  EXPECT_FALSE(ThreadPool::InTask());
  std::atomic<int> inner{0};
  ThreadPool::Run(2, [&](int) {
    EXPECT_TRUE(ThreadPool::InTask());
    const auto self = std::this_thread::get_id();
    ThreadPool::Run(3, [&](int) {
      EXPECT_EQ(std::this_thread::get_id(), self);
      ++inner;
    });
  });
  EXPECT_EQ(inner, 6);
  EXPECT_FALSE(ThreadPool::InTask());
}

TEST(ThreadPoolTest, SeveralThreadsCallAtOnce) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < 500; ++j) wrong += RunsEachOnce(3) ? 0 : 1;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

// While one call keeps all workers, another one does its work alone.
TEST(ThreadPoolTest, NeverWaitsForABusyWorker) {
  RunOnThreads(3);
  std::atomic<bool> release{false};
  std::atomic<int> held{0};
  std::thread holder([&] {
    ThreadPool::Run(ThreadPool::workers() + 1, [&](int) {
      ++held;
      while (!release) std::this_thread::yield();
    });
  });
  while (held <= ThreadPool::workers()) std::this_thread::yield();
  EXPECT_TRUE(RunsEachOnce(4));
  release = true;
  holder.join();
}

TEST(ThreadPoolTest, WorkersHaveNamesAndNoSignals) {
  const int foreign = ForeignThreads();
  RunOnThreads(3);
  const std::vector<std::string> names = ThreadNames();
  EXPECT_EQ(std::count(names.begin(), names.end(), "paddle/1"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "paddle/2"), 1);
  EXPECT_EQ(ForeignThreads(), foreign);
  Meeting meeting(3);
  ThreadPool::Run(3, [&](int task) {
    meeting.Arrive();
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGINT), task == 0 ? 0 : 1);
  });
}

}  // namespace
}  // namespace paddle::platform

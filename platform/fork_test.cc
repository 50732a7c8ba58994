// Children of processes that compute with several threads.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/fork_guard.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/child_process.h"
#include "paddle/platform/thread_pool.h"

namespace paddle::platform {
namespace {

// Ends only if `count` threads take part.
void RunOnThreads(int count) {
  std::atomic<int> missing{count};
  ThreadPool::Run(count, [&](int) {
    --missing;
    while (missing > 0) std::this_thread::yield();
  });
}

// True if a loop runs on that many threads.
bool LoopsOnThreads(int count) {
  SetNumThreads(count);
  std::atomic<int> missing{count};
  std::atomic<int64_t> sum{0};
  ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    --missing;
    while (missing > 0) std::this_thread::yield();
    for (int64_t i = begin; i < end; ++i) sum += i;
  });
  return sum == count * (count - 1) / 2;
}

TEST(ForkTest, ChildHasWorkersOfItsOwn) {
  RunOnThreads(4);
  const int started = ThreadPool::workers();
  EXPECT_EQ(StatusOfChild([] {
              if (ThreadPool::workers() != 0) return 1;
              RunOnThreads(4);
              if (ThreadPool::workers() != 3) return 2;
              return StatusOfChild([] {  // a grandchild
                RunOnThreads(3);
                return LoopsOnThreads(3) ? 0 : 3;
              });
            }),
            0);
  EXPECT_EQ(ThreadPool::workers(), started);
  RunOnThreads(4);
}

TEST(ForkTest, ForksWhileOtherThreadsCompute) {
  std::atomic<bool> stop{false};
  std::vector<std::thread> callers;
  for (int i = 0; i < 2; ++i) {
    callers.emplace_back([&] {
      while (!stop) ThreadPool::Run(3, [](int) {});
    });
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(StatusOfChild([] {
                RunOnThreads(3);
                return 0;
              }),
              0);
  }
  stop = true;
  for (std::thread& caller : callers) caller.join();
}

TEST(ForkTest, WaitsForGuards) {
  std::atomic<bool> guarded{false};
  std::atomic<bool> finished{false};
  std::thread thread([&] {
    const ForkGuard guard;
    guarded = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    finished = true;
  });
  while (!guarded) std::this_thread::yield();
  EXPECT_EQ(StatusOfChild([&] {
              if (!finished) return 1;
              const ForkGuard guard;  // the child's own
              return 0;
            }),
            0);
  const ForkGuard guard;
  thread.join();
}

// Static objects are destroyed while workers run, and no worker notices.
TEST(ForkTest, WorkersDoNotKeepAProcessFromEnding) {
  EXPECT_EQ(StatusOfChild([]() -> int {
              RunOnThreads(4);
              std::exit(7);
            }),
            7);
}

}  // namespace
}  // namespace paddle::platform

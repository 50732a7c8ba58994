#include "paddle/memory/stats.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::memory {
namespace {

TEST(StatsCounter, PeakIsTheLargestUse) {
  StatsCounter counter;
  counter.Allocated(10);
  counter.Allocated(20);
  counter.Freed(10);
  counter.Allocated(5);
  counter.Cached(7);
  const Stats stats = counter.Snapshot();
  EXPECT_EQ(stats.current, 25);
  EXPECT_EQ(stats.peak, 30);
  EXPECT_EQ(stats.cached, 7);
  EXPECT_EQ(stats.allocations, 3);
  counter.ResetPeak();
  EXPECT_EQ(counter.Snapshot().peak, 25);
}

TEST(StatsCounter, CountsFromManyThreads) {
  StatsCounter counter;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&counter] {
      for (int n = 0; n < 10000; ++n) {
        counter.Allocated(8);
        counter.Freed(8);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter.Snapshot().current, 0);
  EXPECT_EQ(counter.Snapshot().allocations, 40000);
  EXPECT_LE(counter.Snapshot().peak, 4 * 8);
  EXPECT_GE(counter.Snapshot().peak, 8);
}

}  // namespace
}  // namespace paddle::memory

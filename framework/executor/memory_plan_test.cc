#include "paddle/framework/executor/memory_plan.h"

#include <algorithm>
#include <random>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

bool Overlap(const std::vector<BufferLife>& lives, const MemoryPlan& plan,
             size_t a, size_t b) {
  const bool meet =
      lives[a].first <= lives[b].last && lives[b].first <= lives[a].last;
  return meet && plan.offsets[a] < plan.offsets[b] + lives[b].bytes &&
         plan.offsets[b] < plan.offsets[a] + lives[a].bytes;
}

TEST(MemoryPlanTest, NothingNeedsNothing) {
  EXPECT_EQ(PlanMemory({}).bytes, 0u);
}

TEST(MemoryPlanTest, AChainTakesTwoBuffers) {
  std::vector<BufferLife> lives;
  for (int i = 0; i < 10; ++i) lives.push_back({256, i, i + 1});
  EXPECT_EQ(PlanMemory(lives).bytes, 512u);
}

TEST(MemoryPlanTest, BuffersOfDifferentSizeShare) {
  // A large buffer, then three small ones in its place.
  MemoryPlan plan =
      PlanMemory({{1024, 0, 1}, {256, 2, 5}, {256, 2, 5}, {512, 3, 5}});
  EXPECT_EQ(plan.bytes, 1024u);
}

TEST(MemoryPlanTest, OffsetsAreAligned) {
  MemoryPlan plan = PlanMemory({{1, 0, 9}, {65, 0, 9}, {3, 0, 9}});
  for (size_t offset : plan.offsets) EXPECT_EQ(offset % 64, 0u);
  EXPECT_EQ(plan.bytes, 256u);
}

TEST(MemoryPlanTest, TheLowerBoundIsWhatIsInUseAtOnce) {
  const MemoryPlan plan = PlanMemory({{1, 0, 1}, {128, 1, 3}, {256, 2, 2}});
  EXPECT_EQ(plan.lower_bound, 384u);
  EXPECT_EQ(plan.fullest, 2);
  EXPECT_EQ(plan.bytes, 384u);
  EXPECT_EQ(PlanMemory({}).lower_bound, 0u);
  EXPECT_EQ(PlanMemory({}).fullest, -1);
}

TEST(MemoryPlanTest, PlansOfTrainingAreCloseToTheLowerBound) {
  std::mt19937 random(3);
  size_t total = 0, bound = 0;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<BufferLife> lives;
    // Activations that live until the gradient of their layer, and what lives
    // for a moment beside them.
    for (int layer = 0; layer < 40; ++layer) {
      const size_t bytes = 64 * (1 + random() % 64);
      lives.push_back({bytes, layer, 80 - layer});
      lives.push_back({bytes / 2, layer, layer + 1});
      lives.push_back({bytes, 80 - layer, 81 - layer});
    }
    const MemoryPlan plan = PlanMemory(lives);
    total += plan.bytes;
    bound += plan.lower_bound;
  }
  EXPECT_LE(total, bound + bound / 20);
}

TEST(MemoryPlanTest, LiveBuffersNeverOverlap) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<BufferLife> lives;
    size_t total = 0;
    for (int i = 0; i < 60; ++i) {
      int first = random() % 100;
      lives.push_back(
          {random() % 5000, first, first + static_cast<int>(random() % 20)});
      total += lives.back().bytes + 64;
    }
    MemoryPlan plan = PlanMemory(lives);
    for (size_t a = 0; a < lives.size(); ++a) {
      EXPECT_LE(plan.offsets[a] + lives[a].bytes, plan.bytes);
      for (size_t b = 0; b < a; ++b) EXPECT_FALSE(Overlap(lives, plan, a, b));
    }
    EXPECT_LT(plan.bytes, total);
    EXPECT_GE(plan.bytes, plan.lower_bound);
  }
}

}  // namespace
}  // namespace paddle::framework

#include "paddle/framework/executor/arena_stats.h"

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

TEST(ArenaStatsTest, EachPlaceHasACounter) {
  memory::StatsCounter& gpu = ArenaStats(platform::CUDAPlace(1));
  gpu.Allocated(3);
  EXPECT_EQ(&ArenaStats(platform::CUDAPlace(1)), &gpu);
  EXPECT_EQ(ArenaStats(platform::CUDAPlace(1)).Snapshot().current, 3);
  EXPECT_EQ(ArenaStats(platform::CUDAPlace(0)).Snapshot().current, 0);
  EXPECT_EQ(ArenaStats(platform::CPUPlace()).Snapshot().current, 0);
}

}  // namespace
}  // namespace paddle::framework

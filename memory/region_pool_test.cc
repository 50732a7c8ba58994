#include "paddle/memory/region_pool.h"

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::memory {
namespace {

constexpr size_t kBlock = size_t{1} << 20;

TEST(RegionPool, BlocksAreApartAndAligned) {
  RegionPool pool;
  std::vector<unsigned char*> blocks;
  for (int i = 0; i < 40; ++i) {
    auto* block = static_cast<unsigned char*>(pool.Take(kBlock + 1));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0);
    std::memset(block, i, kBlock + 1);
    blocks.push_back(block);
  }
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(blocks[i][0], i);
    EXPECT_EQ(blocks[i][kBlock], i);
  }
  // 31 blocks of 1 MiB and a little fit.
  EXPECT_EQ(pool.regions(), 2);
  for (void* block : blocks) pool.GiveBack(block);
}

TEST(RegionPool, AFreeRegionGoesBack) {
  RegionPool pool;
  std::vector<void*> blocks;
  // Seven of them fit in a region.
  for (int i = 0; i < 8; ++i) blocks.push_back(pool.Take(RegionPool::kLargest));
  EXPECT_EQ(pool.regions(), 2);
  pool.GiveBack(blocks[7]);
  EXPECT_EQ(pool.regions(), 1);
  for (int i = 0; i < 6; ++i) pool.GiveBack(blocks[i]);
  EXPECT_EQ(pool.regions(), 1);
  pool.GiveBack(blocks[6]);
  EXPECT_EQ(pool.regions(), 0);
  void* const again = pool.Take(kBlock);
  std::memset(again, 1, kBlock);
  pool.GiveBack(again);
}

TEST(RegionPool, ThreadsShareIt) {
  RegionPool pool;
  const auto work = [&pool](unsigned char value) {
    for (int i = 0; i < 200; ++i) {
      auto* block = static_cast<unsigned char*>(pool.Take(kBlock));
      std::memset(block, value, 64);
      EXPECT_EQ(block[63], value);
      pool.GiveBack(block);
    }
  };
  std::thread other(work, 2);
  work(1);
  other.join();
  EXPECT_EQ(pool.regions(), 0);
}

}  // namespace
}  // namespace paddle::memory

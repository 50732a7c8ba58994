#include "paddle/operators/math/device/sort_keys.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

const platform::CPUDeviceContext kCpu;

// Compares with the standard library's sort of whole pairs.
template <typename Key>
void ExpectSorted(const std::vector<Key>& keys) {
  std::vector<std::pair<Key, int64_t>> expected;
  for (size_t i = 0; i < keys.size(); ++i) expected.emplace_back(keys[i], i);
  std::sort(expected.begin(), expected.end());
  std::vector<Key> sorted = keys;
  std::vector<int64_t> positions(keys.size());
  SortKeys(kCpu, keys.size(), sorted.data(), positions.data());
  for (size_t i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(sorted[i], expected[i].first) << i;
    ASSERT_EQ(positions[i], expected[i].second) << i;
  }
}

TEST(SortKeys, KeepsEqualOnesInOrder) {
  ExpectSorted<uint32_t>({});
  ExpectSorted<uint32_t>({5});
  ExpectSorted<uint32_t>({~0u, 0, 7, 0, ~0u, 7});
  std::mt19937_64 random(1);
  std::vector<uint64_t> keys(100000);
  for (uint64_t& key : keys) key = random() % 1000 << 50;
  ExpectSorted(keys);
}

TEST(SortKeys, SortsByEveryDigit) {
  std::mt19937_64 random(2);
  for (const int64_t count : {63, 64, 65, 5000}) {
    for (int shift = 0; shift < 64; shift += 12) {
      std::vector<uint64_t> keys(count);
      for (uint64_t& key : keys) key = random() >> shift;
      ExpectSorted(keys);
      ExpectSorted(std::vector<uint32_t>(keys.begin(), keys.end()));
    }
    ExpectSorted(std::vector<uint64_t>(count, 3));
  }
}

TEST(GroupKeys, FindsRuns) {
  std::vector<uint64_t> keys = {7, 3, 7, 0, 3, 7};
  std::vector<int64_t> positions(6), starts(7, -1);
  ASSERT_EQ(GroupKeys(kCpu, 6, keys.data(), positions.data(), starts.data()),
            3);
  keys.resize(3);
  starts.resize(4);
  EXPECT_EQ(keys, std::vector<uint64_t>({0, 3, 7}));
  EXPECT_EQ(positions, std::vector<int64_t>({3, 1, 4, 0, 2, 5}));
  EXPECT_EQ(starts, std::vector<int64_t>({0, 1, 3, 6}));
}

TEST(GroupKeys, OfNothing) {
  int64_t start = -1;
  EXPECT_EQ(GroupKeys(kCpu, 0, nullptr, nullptr, &start), 0);
  EXPECT_EQ(start, 0);
}

}  // namespace
}  // namespace paddle::operators::kernels

#include "paddle/operators/structured/sequence_groups.h"

#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

std::vector<int64_t> OffsetsOf(const std::vector<int64_t>& lengths) {
  std::vector<int64_t> offsets = {0};
  for (int64_t length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

TEST(SequenceGroups, EachSequenceIsInOne) {
  const std::vector<int64_t> kLengths[] = {
      {},
      {0},
      {5},
      {0, 0, 0},
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17},
      {1000000, 1, 0, 1},
      {0, 1, 0, 1000000},
      std::vector<int64_t>(100, 0),
      std::vector<int64_t>(1000, 7)};
  for (const auto& lengths : kLengths) {
    const std::vector<int64_t> offsets = OffsetsOf(lengths);
    std::vector<int> seen(lengths.size(), 0);
    ForEachGroup(offsets, 1, [&](int64_t, int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) ++seen[i];
    });
    EXPECT_EQ(seen, std::vector<int>(lengths.size(), 1));
  }
}

TEST(SequenceGroups, HaveAboutEquallyManyRows) {
  const std::vector<int64_t> offsets = OffsetsOf(std::vector<int64_t>(999, 7));
  ASSERT_EQ(GroupsOf(offsets), kMostGroups);
  for (int64_t group = 0; group < kMostGroups; ++group) {
    const int64_t sequences =
        GroupBegin(offsets, group + 1) - GroupBegin(offsets, group);
    EXPECT_NEAR(sequences, 999.0 / kMostGroups, 2) << group;
  }
}

}  // namespace
}  // namespace paddle::operators::kernels

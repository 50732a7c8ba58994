#include "paddle/framework/io/shuffled_order.h"

#include <algorithm>
#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::Ne;

TEST(ShuffledOrderTest, IsAPermutation) {
  std::vector<int64_t> order = ShuffledOrder(1000, 7, 3);
  std::sort(order.begin(), order.end());
  for (int64_t i = 0; i < 1000; ++i) EXPECT_EQ(order[i], i);
  EXPECT_THAT(ShuffledOrder(0, 7, 3), ElementsAre());
  EXPECT_THAT(ShuffledOrder(1, 7, 3), ElementsAre(0));
}

TEST(ShuffledOrderTest, SeedAndEpochDecide) {
  const auto order = ShuffledOrder(100, 7, 3);
  EXPECT_EQ(ShuffledOrder(100, 7, 3), order);
  EXPECT_THAT(ShuffledOrder(100, 7, 4), Ne(order));
  EXPECT_THAT(ShuffledOrder(100, 8, 3), Ne(order));
}

TEST(ShuffledOrderTest, LackOfMemoryIsAnError) {
  EXPECT_ERROR(ShuffledOrder(int64_t{1} << 62, 7, 3), ResourceExhausted,
               "no memory to shuffle 4611686018427387904 items");
}

// From the header's description, written once more in Python.
TEST(ShuffledOrderTest, TheAlgorithmStaysTheSame) {
  EXPECT_THAT(ShuffledOrder(10, 7, 3),
              ElementsAre(1, 0, 9, 2, 5, 3, 4, 6, 8, 7));
  EXPECT_THAT(ShuffledOrder(10, (uint64_t{1} << 63) + 5, uint64_t{1} << 40),
              ElementsAre(5, 1, 0, 6, 2, 7, 8, 3, 4, 9));
}

// Chi squared of the 24 permutations of four has 23 degrees of freedom: above
// 49.7 it is once in 1000 times.
TEST(ShuffledOrderTest, EachPermutationIsAsLikely) {
  constexpr int kTimes = 24000;
  std::map<std::vector<int64_t>, int> seen;
  for (int epoch = 0; epoch < kTimes; ++epoch) {
    ++seen[ShuffledOrder(4, 1, epoch)];
  }
  EXPECT_EQ(seen.size(), 24u);
  double chi = 0;
  for (const auto& [order, count] : seen) {
    chi += (count - kTimes / 24.0) * (count - kTimes / 24.0) / (kTimes / 24.0);
  }
  EXPECT_LT(chi, 49.7);
}

}  // namespace
}  // namespace paddle::framework

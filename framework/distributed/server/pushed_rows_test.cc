#include "paddle/framework/distributed/server/pushed_rows.h"

#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/tensors.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::Tensor;
using ::testing::ElementsAre;

proto::CallHead From(int rank, int ranks, int64_t epoch = 0) {
  proto::CallHead head;
  head.set_rank(rank);
  head.set_ranks(ranks);
  head.set_shards(ranks);
  head.set_epoch(epoch);
  return head;
}

// Returns the arrays of a trainer of one shard: rows of two numbers.
std::vector<Tensor> Rows(double weight, const std::vector<int64_t>& ids,
                         const std::vector<float>& numbers) {
  return {ArrayOf<double>({1}, {weight}),
          ArrayOf<int64_t>({static_cast<int64_t>(ids.size())}, ids),
          ArrayOf<float>({static_cast<int64_t>(ids.size()), 2}, numbers)};
}

class PushedRowsTest : public ::testing::Test {
 protected:
  PushedRows rows_{100, 2};
};

TEST_F(PushedRowsTest, OrdersByIdAndDividesByTheWeights) {
  EXPECT_FALSE(rows_.Add(From(1, 2), Rows(3, {7, 9}, {4, 4, 8, 8})));
  EXPECT_TRUE(rows_.Add(From(0, 2), Rows(1, {9, 7, 9}, {12, 0, 20, 4, 16, 4})));
  const RowGradient gradient = rows_.TakeMean();
  EXPECT_THAT(gradient.ids, ElementsAre(7, 9));
  EXPECT_THAT(NumbersOf<int64_t>(gradient.index), ElementsAre(0, 0, 1, 1, 1));
  // Rows of one id stand in the order of trainers.
  EXPECT_THAT(NumbersOf<float>(gradient.values),
              ElementsAre(5, 1, 1, 1, 3, 0, 4, 1, 2, 2));
  // Begins anew.
  EXPECT_FALSE(rows_.Add(From(1, 2), Rows(1, {}, {})));
}

TEST_F(PushedRowsTest, KeepsTheOrderOfShards) {
  EXPECT_FALSE(rows_.Add(From(1, 2), Rows(3, {7, 9}, {4, 4, 8, 8})));
  EXPECT_TRUE(rows_.Add(From(0, 2), Rows(1, {9, 7}, {12, 0, 20, 4})));
  const RowGradient gradient = rows_.TakeMeanInOrder();
  EXPECT_THAT(NumbersOf<int64_t>(gradient.index), ElementsAre(9, 7, 7, 9));
  EXPECT_THAT(NumbersOf<float>(gradient.values),
              ElementsAre(3, 0, 5, 1, 1, 1, 2, 2));
}

TEST_F(PushedRowsTest, TheSameTrainerMayGiveAgain) {
  EXPECT_FALSE(rows_.Add(From(0, 2), Rows(1, {1}, {8, 8})));
  EXPECT_FALSE(rows_.Add(From(0, 2), Rows(1, {2}, {2, 2})));
  EXPECT_TRUE(rows_.Add(From(1, 2), Rows(1, {}, {})));
  EXPECT_THAT(rows_.TakeMean().ids, ElementsAre(2));
}

TEST_F(PushedRowsTest, AnotherEpochBeginsAnew) {
  rows_.Add(From(0, 3, 1), Rows(1, {1}, {8, 8}));
  EXPECT_TRUE(rows_.Add(From(0, 1, 2), Rows(1, {2}, {2, 2})));
  EXPECT_ERROR(rows_.Add(From(1, 3, 1), Rows(1, {1}, {8, 8})),
               FailedPrecondition, "trainer 1 pushes in epoch 1");
  EXPECT_THAT(rows_.TakeMean().ids, ElementsAre(2));
}

TEST_F(PushedRowsTest, RefusesOtherRows) {
  EXPECT_ERROR(rows_.Add(From(0, 1), Rows(1, {-1}, {1, 1})), OutOfRange,
               "trainer 0 pushes the row -1 of 100");
  EXPECT_ERROR(rows_.Add(From(0, 1), Rows(1, {5, 100}, {1, 1, 1, 1})),
               OutOfRange, "the row 100 of 100");
  std::vector<Tensor> wide = Rows(1, {5}, {1, 1});
  wide[2] = ArrayOf<float>({1, 3}, {1, 1, 1});
  EXPECT_ERROR(rows_.Add(From(0, 1), wide), InvalidArgument,
               "rows [1, 3] of float32; the table takes int64 [n] and float32 "
               "[n, 2]");
  std::vector<Tensor> more = Rows(1, {5}, {1, 1});
  more[1] = ArrayOf<int64_t>({2}, {5, 6});
  EXPECT_ERROR(rows_.Add(From(0, 1), more), InvalidArgument, "ids [2]");
  std::vector<Tensor> doubles = Rows(1, {5}, {1, 1});
  doubles[2] = ArrayOf<double>({1, 2}, {1, 1});
  EXPECT_ERROR(rows_.Add(From(0, 1), doubles), InvalidArgument, "of float64");
  EXPECT_ERROR(rows_.Add(From(0, 1), {}), InvalidArgument,
               "pushes 0 arrays; a table takes weights, ids and rows");
  std::vector<Tensor> unweighted = Rows(1, {5}, {1, 1});
  unweighted.erase(unweighted.begin());
  EXPECT_ERROR(rows_.Add(From(0, 1), unweighted), InvalidArgument,
               "arrays of trainer 0");
  EXPECT_TRUE(rows_.Add(From(0, 1), Rows(1, {5}, {1, 1})));
}

TEST_F(PushedRowsTest, SomebodyHasRows) {
  rows_.Add(From(0, 1), Rows(0, {}, {}));
  EXPECT_ERROR(rows_.TakeMean(), FailedPrecondition, "all weights are 0");
}

}  // namespace
}  // namespace paddle::distributed

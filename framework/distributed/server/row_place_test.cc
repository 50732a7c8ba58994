#include "paddle/framework/distributed/server/row_place.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

// Checkpoints record the place of a row: it never changes.
TEST(RowPlace, BucketsStayWhatTheyAre) {
  EXPECT_EQ(BucketOfRow(0), 0);
  const std::vector<int64_t> ids = {1, 2, 3, 1000000007};
  std::vector<int> buckets;
  for (const int64_t id : ids) buckets.push_back(BucketOfRow(id));
  EXPECT_THAT(buckets, ::testing::ElementsAre(485, 138, 240, 560));
}

TEST(RowPlace, SpreadsIdsEvenly) {
  constexpr int kServers = 3;
  std::vector<int> rows(kServers);
  for (int64_t id = 0; id < 30000; ++id) ++rows[ServerOfRow(id, kServers)];
  for (const int count : rows) EXPECT_NEAR(count, 10000, 500);
}

TEST(RowPlace, ServersHaveRangesOfBuckets) {
  int last = 0;
  std::vector<int> server_of(kRowBuckets, -1);
  for (int64_t id = 0; id < 100000; ++id) {
    server_of[BucketOfRow(id)] = ServerOfRow(id, 5);
  }
  for (const int server : server_of) {
    EXPECT_LE(last, server);
    last = server;
  }
  EXPECT_EQ(last, 4);
}

TEST(RowPlace, EveryIdHasOnePlace) {
  const std::vector<int64_t> ids = {5, 9, 5, int64_t{1} << 60};
  const auto places = PlacesByServer(ids, 2);
  std::vector<size_t> all = places[0];
  all.insert(all.end(), places[1].begin(), places[1].end());
  EXPECT_THAT(all, ::testing::UnorderedElementsAre(0, 1, 2, 3));
  for (const std::vector<size_t>& own : places) {
    EXPECT_TRUE(std::is_sorted(own.begin(), own.end()));
  }
}

}  // namespace
}  // namespace paddle::distributed

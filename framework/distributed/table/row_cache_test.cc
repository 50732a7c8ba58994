#include "paddle/framework/distributed/table/row_cache.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

using ::testing::ElementsAre;

// Room for ten rows of eight numbers.
RowCache SmallCache() { return RowCache(8, 10 * (32 + 16 + 32)); }

// Adds rows whose numbers are their ids.
void Add(RowCache* cache, int64_t begin, int64_t end) {
  cache->Reserve(end - begin);
  for (int64_t id = begin; id < end; ++id) {
    std::fill_n(cache->At(cache->Add(id)), 8, static_cast<float>(id));
  }
}

// Returns those ids that are there, and checks their numbers.
std::vector<int64_t> Present(RowCache* cache, int64_t begin, int64_t end) {
  std::vector<int64_t> present;
  for (int64_t id = begin; id < end; ++id) {
    const uint32_t place = cache->Find(id);
    if (place == RowSlabs::kNone) continue;
    EXPECT_EQ(cache->At(place)[7], static_cast<float>(id));
    EXPECT_EQ(cache->IdAt(place), id);
    present.push_back(id);
  }
  return present;
}

TEST(RowCache, ForgetsRowsThatWereNotFoundForLong) {
  RowCache cache = SmallCache();
  Add(&cache, 0, 13);
  EXPECT_EQ(Present(&cache, 0, 20).size(), 13);
  cache.Trim();
  EXPECT_EQ(Present(&cache, 0, 20).size(), 10);
  Add(&cache, 20, 30);  // and they are not found
  EXPECT_EQ(Present(&cache, 0, 20).size(), 10);
  cache.Trim();
  EXPECT_EQ(Present(&cache, 0, 20).size(), 10);
  EXPECT_THAT(Present(&cache, 20, 30), ElementsAre());
}

TEST(RowCache, HoldsChangedRows) {
  RowCache cache = SmallCache();
  Add(&cache, 0, 30);
  for (int64_t id = 5; id < 20; ++id) cache.MarkChanged(cache.Find(id));
  cache.MarkChanged(cache.Find(5));
  EXPECT_EQ(cache.changed().size(), 15);
  cache.Trim();
  EXPECT_EQ(Present(&cache, 5, 20).size(), 15);
  EXPECT_EQ(Present(&cache, 0, 30).size(), 15);
  cache.Keep();
  EXPECT_THAT(cache.changed(), ElementsAre());
  cache.Trim();
  EXPECT_EQ(Present(&cache, 0, 30).size(), 10);
}

TEST(RowCache, DropsChangedRows) {
  RowCache cache = SmallCache();
  Add(&cache, 0, 4);
  cache.MarkChanged(cache.Find(1));
  cache.MarkChanged(cache.Find(3));
  cache.Drop();
  EXPECT_THAT(Present(&cache, 0, 4), ElementsAre(0, 2));
  Add(&cache, 7, 9);
  EXPECT_THAT(Present(&cache, 0, 10), ElementsAre(0, 2, 7, 8));
  cache.MarkChanged(cache.Find(7));
  cache.Clear();
  EXPECT_THAT(Present(&cache, 0, 10), ElementsAre());
  EXPECT_THAT(cache.changed(), ElementsAre());
}

TEST(RowCache, PlacesAreUsedAgain) {
  RowCache cache = SmallCache();
  Add(&cache, 0, 100);
  const size_t bytes = cache.bytes();
  for (int64_t id = 100; id < 20000; id += 50) {
    cache.Trim();
    Add(&cache, id, id + 50);
  }
  EXPECT_LE(cache.bytes(), bytes + 4000);
}

}  // namespace
}  // namespace paddle::distributed

#include "paddle/framework/distributed/server/staleness.h"

#include <chrono>
#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

using std::chrono::seconds;

class StalenessTest : public ::testing::Test {
 protected:
  void Made(uint64_t client, int64_t step) {
    staleness_.Made(client, step, now_);
  }
  bool MayGoOn(uint64_t client) const {
    return staleness_.MayGoOn(client, now_);
  }

  Staleness::Clock::time_point now_;
  Staleness staleness_{2, seconds(10)};
};

TEST_F(StalenessTest, TheFastestWaitsForTheSlowest) {
  Made(1, 0);
  Made(2, 0);
  for (int step = 1; step <= 2; ++step) {
    Made(1, step);
    EXPECT_TRUE(MayGoOn(1));
  }
  Made(1, 3);
  EXPECT_FALSE(MayGoOn(1));
  EXPECT_TRUE(MayGoOn(2));
  Made(2, 1);
  EXPECT_TRUE(MayGoOn(1));
}

TEST_F(StalenessTest, AStepThatIsToldAgainCountsOnce) {
  Made(1, 0);
  Made(2, 0);
  for (int i = 0; i < 9; ++i) Made(1, 2);
  EXPECT_TRUE(MayGoOn(1));
  Made(1, 1);
  Made(1, 3);
  EXPECT_FALSE(MayGoOn(1));
}

TEST_F(StalenessTest, WhoComesLateBeginsWithTheSlowest) {
  Made(1, 0);
  Made(1, 500);
  Made(2, 0);
  EXPECT_TRUE(MayGoOn(1));
  Made(1, 502);
  EXPECT_TRUE(MayGoOn(1));
  Made(1, 503);
  EXPECT_FALSE(MayGoOn(1));
}

TEST_F(StalenessTest, WhoLeavesOrIsSilentHoldsNobodyUp) {
  Made(1, 0);
  Made(2, 0);
  Made(1, 9);
  EXPECT_FALSE(MayGoOn(1));
  staleness_.Leave(2);
  EXPECT_TRUE(MayGoOn(1));
  Made(2, 0);
  Made(1, 20);
  EXPECT_FALSE(MayGoOn(1));
  now_ += seconds(11);
  Made(1, 21);
  EXPECT_TRUE(MayGoOn(1));
  Made(2, 1);  // It is back, and does not begin where it was.
  EXPECT_TRUE(MayGoOn(1));
  Made(1, 23);
  EXPECT_TRUE(MayGoOn(1));
  Made(1, 24);
  EXPECT_FALSE(MayGoOn(1));
}

TEST_F(StalenessTest, WhoComesBackIsAsFarAsBefore) {
  Made(1, 0);
  Made(2, 0);
  for (int step = 2; step <= 8; step += 2) {  // leaves in between
    Made(1, step);
    EXPECT_EQ(MayGoOn(1), step <= 2) << step;
    staleness_.Leave(1);
  }
  Made(2, 20);
  staleness_.Leave(2);
  Made(1, 9);
  EXPECT_TRUE(MayGoOn(1));  // It is alone.
  Made(2, 21);
  EXPECT_FALSE(MayGoOn(2));
  staleness_.Leave(1);
  EXPECT_TRUE(MayGoOn(2));
  now_ += seconds(11);
  Made(2, 22);
  Made(1, 10);  // After so long the other one does not wait for it.
  EXPECT_TRUE(MayGoOn(2));
  Made(2, 25);
  EXPECT_FALSE(MayGoOn(2));
}

TEST_F(StalenessTest, NumbersMayBeAny) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  for (uint64_t client = 1; client < 20; ++client) {
    for (const int64_t step : {int64_t{0}, most, -most - 1, most}) {
      Made(client, step);
      MayGoOn(client);
      now_ += seconds(6);
    }
    staleness_.Leave(client - 1);
  }
  EXPECT_TRUE(MayGoOn(19));
}

TEST(Staleness, MayHaveNoBound) {
  Staleness staleness(-1);
  const Staleness::Clock::time_point now;
  staleness.Made(1, 0, now);
  staleness.Made(2, 1000000, now);
  staleness.Made(2, 2000000, now);
  EXPECT_TRUE(staleness.MayGoOn(2, now));
  EXPECT_TRUE(staleness.MayGoOn(3, now));
}

}  // namespace
}  // namespace paddle::distributed

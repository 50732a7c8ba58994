#include "paddle/platform/cancellation.h"

#include <thread>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

using std::chrono::milliseconds;

class PollingToken final : public CancellationToken {
 public:
  PollingToken() : CancellationToken(milliseconds(20)) {}
  int polls = 0;
  bool inside = false;

 private:
  void Poll(bool in_operator) override {
    inside = in_operator;
    if (++polls == 2) Cancel();
  }
};

TEST(CancellationTest, ChecksWhetherTheTokenIsCancelled) {
  CancellationToken token;
  token.Check();
  EXPECT_FALSE(token.cancelled());
  std::thread([&] { token.Cancel(); }).join();
  EXPECT_TRUE(token.cancelled());
  EXPECT_ERROR(token.Check(), Cancelled, "the run was cancelled");
}

TEST(CancellationTest, ScopesNest) {
  CancellationToken outer;
  CancellationToken inner;
  EXPECT_EQ(CurrentCancellation(), nullptr);
  {
    const CancellationScope a(&outer);
    EXPECT_EQ(CurrentCancellation(), &outer);
    {
      const CancellationScope b(&inner);
      EXPECT_EQ(CurrentCancellation(), &inner);
    }
    const CancellationScope none(nullptr);
    EXPECT_EQ(CurrentCancellation(), &outer);
    std::thread([] { EXPECT_EQ(CurrentCancellation(), nullptr); }).join();
  }
  EXPECT_EQ(CurrentCancellation(), nullptr);
}

TEST(CancellationTest, HelpersLookAndDoNotPoll) {
  CheckCancellation();
  PollingToken token;
  {
    const CancellationScope scope(&token);
    CheckCancellation();
    std::thread([&] {
      CheckCancellation();
      const CancellationWatch watch(&token);
      CheckCancellation();
      token.Cancel();
      EXPECT_ERROR(CheckCancellation(), Cancelled, "the run was cancelled");
    }).join();
    EXPECT_EQ(token.polls, 0);
    EXPECT_ERROR(CheckCancellation(), Cancelled, "the run was cancelled");
  }
  CheckCancellation();
}

TEST(CancellationTest, PollsOnceInAPeriod) {
  PollingToken token;
  const CancellationScope scope(&token);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) token.Check();
  EXPECT_LE(token.polls, 1);  // 0, unless the machine stood still
  const auto run = [&] {
    while (true) token.Check(/*in_operator=*/true);
  };
  EXPECT_ERROR(run(), Cancelled, "the run was cancelled");
  EXPECT_EQ(token.polls, 2);
  EXPECT_TRUE(token.inside);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(30));
}

TEST(CancellationTest, PollsBetweenOperatorsHoweverOftenInsideThem) {
  PollingToken token;
  const CancellationScope scope(&token);
  while (token.polls == 0) token.Check(/*in_operator=*/true);
  EXPECT_ERROR(token.Check(), Cancelled, "the run was cancelled");
  EXPECT_FALSE(token.inside);
}

}  // namespace
}  // namespace paddle::platform

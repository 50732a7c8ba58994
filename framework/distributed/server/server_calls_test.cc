#include "paddle/framework/distributed/server/server_calls.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using platform::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;

Reply From(uint64_t incarnation, Reply reply = Reply()) {
  reply.head.set_incarnation(incarnation);
  return reply;
}
Reply Down() { return ErrorReply(ErrorCode::kUnavailable, "is down"); }

// A client 7 with the default options; the test is its server and its clock.
class ServerCallsTest : public ::testing::Test {
 protected:
  ServerCallsTest() { calls_.Listen(now_); }

  // Returns the attempt that is made at once.
  ServerCalls::Attempt Push() {
    return calls_.Next(calls_.Add(Call(), nullptr), now_);
  }
  ServerCalls::Attempt Ask() {
    return calls_.Next(calls_.Add(Call(), std::make_shared<Reply>()), now_);
  }
  void End(const ServerCalls::Attempt& attempt, Reply reply) {
    calls_.End(attempt.call.head.sequence(), attempt.number, std::move(reply),
               now_);
  }
  // Goes on to the next attempt, the only one then, and returns how long that
  // was.
  milliseconds GoOn(ServerCalls::Attempt* attempt) {
    const ServerCalls::Time next = calls_.NextTime();
    EXPECT_TRUE(calls_.Due(next - milliseconds(1)).empty());
    const auto due = calls_.Due(next);
    EXPECT_EQ(due.size(), 1);
    *attempt = due.at(0);
    const auto passed = next - now_;
    now_ = next;
    return std::chrono::duration_cast<milliseconds>(passed);
  }

  ServerCalls calls_{7, RetryOptions()};
  ServerCalls::Time now_{seconds(1000)};
};

TEST_F(ServerCallsTest, WaitLongerForASlowServer) {
  ServerCalls::Attempt attempt = Ask();
  for (const int64_t expected : {5000, 10000, 20000}) {
    EXPECT_EQ(GoOn(&attempt), milliseconds(expected));
  }
  EXPECT_EQ(attempt.number, 4);
  // The budget is spent before the next 40 s are.
  EXPECT_EQ(calls_.NextTime(), now_ + seconds(25));
  calls_.Check("a:1", now_ + milliseconds(24999));
  EXPECT_ERROR(calls_.Check("a:1", now_ + seconds(25)), Unavailable,
               "the server a:1 has not answered for 60000 ms; the call of '' "
               "was made 4 times; the last error: no answer");
}

TEST_F(ServerCallsTest, PauseAfterFailuresLongerEachTime) {
  ServerCalls::Attempt attempt = Ask();
  for (int64_t most = 20, i = 0; i < 20; ++i, most *= 2) {
    most = std::min<int64_t>(most, 2000);
    End(attempt, Down());
    const milliseconds pause = GoOn(&attempt);
    EXPECT_GE(pause, milliseconds(most / 2)) << i;
    EXPECT_LE(pause, milliseconds(most)) << i;
  }
  EXPECT_EQ(attempt.call.head.sequence(), 1);
}

TEST_F(ServerCallsTest, PauseForOtherTimesThanOtherClients) {
  std::set<int64_t> pauses;
  for (uint64_t client = 1; client <= 20; ++client) {
    ServerCalls calls(client, RetryOptions());
    calls.Listen(now_);
    calls.Next(calls.Add(Call(), nullptr), now_);
    calls.End(1, 1, Down(), now_);
    pauses.insert((calls.NextTime() - now_).count());
  }
  EXPECT_GT(pauses.size(), 4);
}

TEST_F(ServerCallsTest, WaitForEverWhileTheServerSaysThatTheyDo) {
  ServerCalls::Attempt attempt = Ask(), before = attempt;
  Reply waiting;
  waiting.head.set_waiting(true);
  for (int i = 0; i < 100; ++i) {
    before = attempt;
    EXPECT_EQ(GoOn(&attempt), seconds(5));
    End(before, waiting);
    calls_.Check("a:1", now_);
  }
  End(attempt, From(1));
  EXPECT_TRUE(calls_.AllAnswered());
}

TEST_F(ServerCallsTest, AFailureOfAnEarlierAttemptChangesNothing) {
  const ServerCalls::Attempt first = Ask();
  ServerCalls::Attempt second = first;
  GoOn(&second);
  const ServerCalls::Time next = calls_.NextTime();
  End(first, Down());
  EXPECT_EQ(calls_.NextTime(), next);
}

TEST_F(ServerCallsTest, AServerThatIsDownIsSilent) {
  ServerCalls::Attempt attempt = Push();
  for (int i = 0; i < 10; ++i) {
    now_ += seconds(5);
    End(attempt, Down());
    attempt = calls_.Due(now_ + seconds(2)).at(0);
  }
  calls_.Check("a:1", now_);
  now_ += seconds(10);
  EXPECT_ERROR(calls_.Check("a:1", now_), Unavailable,
               "was made 11 times; the last error: is down");
}

TEST_F(ServerCallsTest, WhatWasPushedGoesToEachIncarnation) {
  const ServerCalls::Attempt push = Push();
  End(push, From(1));
  EXPECT_TRUE(calls_.AllAnswered());
  ServerCalls::Attempt ask = Ask();
  EXPECT_EQ(ask.call.head.server(), 1);
  End(ask, From(2, Down()));
  std::vector<ServerCalls::Attempt> due = calls_.Due(now_);
  ASSERT_EQ(due.size(), 1);
  EXPECT_EQ(due[0].call.head.sequence(), 1);
  EXPECT_EQ(due[0].call.head.server(), 2);
  End(due[0], From(2));
  GoOn(&ask);
  EXPECT_EQ(ask.call.head.server(), 2);
  End(ask, From(2));
  EXPECT_TRUE(calls_.AllAnswered());
}

// An answer of the one before comes late: it is taken for the newer one, which
// then says that it is not.
TEST_F(ServerCallsTest, IncarnationsMayAnswerInAnyOrder) {
  const ServerCalls::Attempt first = Push(), second = Push();
  End(second, From(2));
  End(first, From(1));
  std::vector<ServerCalls::Attempt> due = calls_.Due(now_);
  ASSERT_EQ(due.size(), 1);
  EXPECT_EQ(due[0].call.head.sequence(), 2);
  End(due[0], From(2));
  due = calls_.Due(now_);
  ASSERT_EQ(due.size(), 1);
  EXPECT_EQ(due[0].call.head.sequence(), 1);
  End(due[0], From(2));
  EXPECT_TRUE(calls_.AllAnswered());
}

TEST_F(ServerCallsTest, SayWhichMayBeMadeAgain) {
  const ServerCalls::Attempt ask = Ask();
  EXPECT_EQ(Push().call.head.oldest(), 1);
  End(ask, From(1));  // It is not kept.
  EXPECT_EQ(Push().call.head.oldest(), 2);
  calls_.Forget();
  const ServerCalls::Attempt after = Push();
  EXPECT_EQ(after.call.head.sequence(), 4);
  EXPECT_EQ(after.call.head.oldest(), 4);
  EXPECT_EQ(after.call.head.client(), 7);
}

TEST_F(ServerCallsTest, AnErrorThatIsAnAnswerIsFinal) {
  End(Push(), ErrorReply(ErrorCode::kInvalidArgument, "is wrong"));
  EXPECT_TRUE(calls_.AllAnswered());
  EXPECT_ERROR(calls_.Check("a:1", now_), InvalidArgument,
               "is wrong\n  at the server a:1");
  calls_.Forget();
  calls_.Check("a:1", now_);
}

}  // namespace
}  // namespace paddle::distributed

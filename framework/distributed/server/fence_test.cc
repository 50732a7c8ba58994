#include "paddle/framework/distributed/server/fence.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Notes the sequence numbers of calls; those of the block "wait" it keeps.
class Noting final : public CallTarget {
 public:
  void Begin(Call call, Done done) override {
    applied.push_back(call.head.sequence());
    if (call.head.block() == "wait") {
      kept.push_back(std::move(done));
    } else {
      done(Reply());
    }
  }
  std::vector<int64_t> applied;
  std::vector<Done> kept;
};

Call Named(const char* block, int64_t epoch = 0) {
  Call call;
  call.head.set_block(block);
  call.head.set_epoch(epoch);
  return call;
}

std::vector<int64_t> Numbers(int64_t begin, int64_t end) {
  std::vector<int64_t> numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

class FenceTest : public ::testing::Test {
 protected:
  // Throws the error of a call.
  static void Do(CallTarget* target, Call call) {
    Reply got = ErrorReply(platform::ErrorCode::kInternal, "no answer");
    target->Begin(std::move(call), [&](Reply reply) { got = reply; });
    ThrowErrorOf(got, "here");
  }
  std::function<Fence::Time()> Clock() {
    return [this] { return now_; };
  }

  Fence::Time now_{seconds(1000)};
  Noting server_;
  HeldPlace held_{now_ + seconds(5), 1};
  Fence fence_{&server_, "10.0.0.1:4000", [this] { return held_; }, Clock()};
};

TEST_F(FenceTest, StopsBeforeTheLeaseEnds) {
  Do(&fence_, Named("a"));
  now_ += milliseconds(2999);
  Do(&fence_, Named("a"));
  now_ += milliseconds(1);
  EXPECT_ERROR(Do(&fence_, Named("a")), Unavailable,
               "the server 10.0.0.1:4000 has not renewed its lease in time");
  EXPECT_EQ(server_.applied.size(), 2);
}

TEST_F(FenceTest, ServesAgainWhenTheLeaseWasRenewed) {
  now_ += seconds(4);
  EXPECT_ERROR(Do(&fence_, Named("a")), Unavailable, "renewed");
  held_.until = now_ + milliseconds(2000);
  EXPECT_ERROR(Do(&fence_, Named("a")), Unavailable, "renewed");
  held_.until = now_ + milliseconds(2001);
  Do(&fence_, Named("a"));
}

TEST_F(FenceTest, DoesNotLetOutWhatEndsTooLate) {
  std::vector<Reply> replies;
  const auto note = [&](Reply reply) { replies.push_back(std::move(reply)); };
  fence_.Begin(Named("wait"), note);
  fence_.Begin(Named("wait"), note);
  now_ += milliseconds(2999);
  server_.kept[0](Reply());
  now_ += milliseconds(1);
  server_.kept[1](Reply());
  ASSERT_EQ(replies.size(), 2);
  ThrowErrorOf(replies[0], "here");
  EXPECT_ERROR(ThrowErrorOf(replies[1], "here"), Unavailable, "renewed");
}

TEST_F(FenceTest, RefusesEarlierEpochs) {
  Do(&fence_, Named("a", 4));
  Do(&fence_, Named("a", 6));
  EXPECT_ERROR(Do(&fence_, Named("a", 5)), FailedPrecondition,
               "trainer 0 calls the server 10.0.0.1:4000 in epoch 5, and "
               "others have in epoch 6");
  Do(&fence_, Named("a", 6));
  EXPECT_EQ(server_.applied.size(), 3);
}

TEST_F(FenceTest, DoesNotAnswerInALaterLease) {
  Reply got;
  fence_.Begin(Named("wait"), [&](Reply reply) { got = std::move(reply); });
  held_ = {now_ + seconds(5), 2};
  server_.kept[0](Reply());
  EXPECT_ERROR(ThrowErrorOf(got, "here"), Unavailable,
               "had lost its lease during the call");
  Do(&fence_, Named("a"));
  held_ = HeldPlace();
  EXPECT_ERROR(Do(&fence_, Named("a")), Unavailable, "renewed");
}

TEST_F(FenceTest, AJobThatBeginsAnewCountsItsEpochsAnew) {
  Do(&fence_, Named("a", 6));
  EXPECT_ERROR(Do(&fence_, Named("restore", 0)), FailedPrecondition,
               "in epoch 0, and others have in epoch 6");
  Call anew = Named("programs", 0);
  EXPECT_ERROR(Do(&fence_, anew), FailedPrecondition, "in epoch 0");
  anew.head.set_anew(true);
  Do(&fence_, anew);
  Do(&fence_, Named("restore", 0));
  Do(&fence_, Named("a", 1));
}

TEST_F(FenceTest, CallsMayEndAfterIt) {
  int ended = 0;
  auto fence = std::make_unique<Fence>(
      &server_, "a:1", [held = held_] { return held; }, Clock());
  fence->Begin(Named("wait"), [&](const Reply&) { ++ended; });
  fence = nullptr;
  server_.kept[0](Reply());
  EXPECT_EQ(ended, 1);
}

// A server that is cut off from the lease, and its successor, which has it as
// soon as it has run out: both get each call, and at most one applies it.
TEST_F(FenceTest, OneOfTwoServersAppliesACall) {
  Noting successor_server;
  std::unique_ptr<Fence> successor;
  int refused = 0;
  for (int64_t i = 0; i < 32; ++i, now_ += milliseconds(250)) {
    if (i == 20) {
      successor = std::make_unique<Fence>(
          &successor_server, "10.0.0.2:4000",
          [held = HeldPlace{now_ + seconds(5), 2}] { return held; }, Clock());
    }
    Call call = Named("a");
    call.head.set_sequence(i);
    for (CallTarget* target : {&fence_, successor.get()}) {
      if (target == nullptr) continue;
      target->Begin(call, [&](const Reply& reply) {
        refused += reply.head.error() != 0;
      });
    }
  }
  EXPECT_EQ(server_.applied, Numbers(0, 12));
  EXPECT_EQ(successor_server.applied, Numbers(20, 32));
  EXPECT_EQ(refused, 20);
}

}  // namespace
}  // namespace paddle::distributed

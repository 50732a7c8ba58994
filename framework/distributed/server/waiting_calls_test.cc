#include "paddle/framework/distributed/server/waiting_calls.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

proto::CallHead Head(uint64_t client, int64_t sequence) {
  proto::CallHead head;
  head.set_client(client);
  head.set_sequence(sequence);
  head.set_patience_ms(100);
  return head;
}

class WaitingCallsTest : public ::testing::Test {
 protected:
  // Adds a call, whose number is its place among those that were added.
  void Add(const proto::CallHead& head, milliseconds now = milliseconds(0)) {
    Call call;
    call.head = head;
    calls_.Add(
        std::move(call),
        [this, number = added_++](Reply reply) { replies_[number] = reply; },
        WaitingCalls::Clock::time_point(now));
  }
  // Answers calls of these steps with the step's number as version.
  void AnswerBefore(int64_t step) {
    calls_.Answer([&](const proto::CallHead& h) { return h.step() < step; },
                  [](const Call& call) {
                    Reply reply;
                    reply.head.set_version(call.head.step());
                    return reply;
                  });
  }
  std::vector<int> Answered() const {
    std::vector<int> numbers;
    for (const auto& [number, reply] : replies_) numbers.push_back(number);
    return numbers;
  }

  WaitingCalls calls_;
  int added_ = 0;
  std::map<int, Reply> replies_;
};

TEST_F(WaitingCallsTest, AreAnsweredWhenTheyAreReady) {
  for (const int64_t step : {4, 5, 4}) {
    proto::CallHead head;
    head.set_step(step);
    Add(head);
  }
  AnswerBefore(5);
  EXPECT_THAT(Answered(), ElementsAre(0, 2));
  EXPECT_EQ(replies_[2].head.version(), 4);
  EXPECT_EQ(calls_.size(), 1);
  AnswerBefore(6);
  EXPECT_THAT(Answered(), ElementsAre(0, 1, 2));
}

TEST_F(WaitingCallsTest, ThatAreMadeAgainTakeThePlaceOfThoseBefore) {
  Add(Head(7, 1));
  Add(Head(7, 2));
  Add(Head(8, 1));
  for (int i = 0; i < 1000; ++i) Add(Head(7, 1));
  EXPECT_EQ(calls_.size(), 3);
  EXPECT_EQ(replies_.size(), 1000);
  EXPECT_TRUE(replies_[0].head.waiting());
  EXPECT_EQ(replies_[0].head.error(), 0);
  EXPECT_EQ(replies_.count(1) + replies_.count(2), 0);
}

TEST_F(WaitingCallsTest, WithoutClientAreNotTheSame) {
  Add(Head(0, 1));
  Add(Head(0, 1));
  EXPECT_EQ(calls_.size(), 2);
}

TEST_F(WaitingCallsTest, OfClientsThatHaveGoneAreDropped) {
  proto::CallHead patient = Head(9, 1);
  patient.set_patience_ms(0);
  Add(Head(7, 1));
  Add(patient);
  Add(Head(8, 1), milliseconds(200));
  EXPECT_EQ(calls_.size(), 3);
  Add(Head(8, 2), milliseconds(201));
  EXPECT_THAT(Answered(), ElementsAre(0));
  EXPECT_ERROR(ThrowErrorOf(replies_[0], "here"), Unavailable,
               "was not made again");
  Add(Head(8, 3), milliseconds(1 << 30));
  EXPECT_EQ(calls_.size(), 2);  // the last one, and that of 9
}

TEST_F(WaitingCallsTest, HaveALimit) {
  WaitingCalls few(2);
  std::vector<Reply> replies;
  for (int64_t sequence = 1; sequence <= 3; ++sequence) {
    Call call;
    call.head = Head(7, sequence);
    few.Add(call, [&](const Reply& reply) { replies.push_back(reply); }, {});
  }
  EXPECT_EQ(few.size(), 2);
  ASSERT_EQ(replies.size(), 1);
  EXPECT_ERROR(ThrowErrorOf(replies[0], "here"), ResourceExhausted,
               "the server has 2 calls that wait for a step, and takes no "
               "more");
}

TEST_F(WaitingCallsTest, PatienceMayBeAny) {
  for (const int64_t patience : {INT64_MIN, int64_t{-1}, INT64_MAX}) {
    proto::CallHead head = Head(7, patience);
    head.set_patience_ms(patience);
    Add(head);
  }
  Add(Head(8, 1), milliseconds(1 << 30));
  EXPECT_EQ(calls_.size(), 4);
}

}  // namespace
}  // namespace paddle::distributed

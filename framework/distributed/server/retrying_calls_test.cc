#include "paddle/framework/distributed/server/retrying_calls.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using platform::ErrorCode;
using std::chrono::milliseconds;
using ::testing::ElementsAre;

Reply From(uint64_t incarnation) {
  Reply reply;
  reply.head.set_incarnation(incarnation);
  return reply;
}
Reply Waiting() {
  Reply reply;
  reply.head.set_waiting(true);
  return reply;
}
Reply Down() { return ErrorReply(ErrorCode::kUnavailable, "is down"); }

// A server that keeps what it is asked, and does with the n-th call, counted
// from 0, what the test says.
class Scripted final : public CallTarget {
 public:
  void Begin(Call call, Done done) override {
    std::unique_lock<std::mutex> lock(mutex_);
    heads_.push_back(call.head);
    dones_.push_back(std::move(done));
    const size_t number = heads_.size() - 1;
    lock.unlock();
    on_call(number);
  }
  // Answers a call; none is answered twice.
  void Answer(size_t number, Reply reply) {
    std::unique_lock<std::mutex> lock(mutex_);
    const Done done = std::exchange(dones_[number], nullptr);
    lock.unlock();
    done(std::move(reply));
  }
  std::vector<std::string> Blocks() const {
    std::vector<std::string> blocks;
    for (const auto& head : heads_) blocks.push_back(head.block());
    return blocks;
  }
  std::vector<int64_t> Sequences() const {
    std::vector<int64_t> numbers;
    for (const auto& head : heads_) numbers.push_back(head.sequence());
    return numbers;
  }
  const proto::CallHead& head(size_t number) const { return heads_[number]; }

  std::function<void(size_t)> on_call = [this](size_t n) {
    Answer(n, From(1));
  };

 private:
  mutable std::mutex mutex_;
  std::vector<proto::CallHead> heads_;
  std::vector<Done> dones_;
};

class RetryingCallsTest : public ::testing::Test {
 protected:
  static RetryOptions Options() {
    RetryOptions options;
    options.patience = milliseconds(20);
    options.first_pause = milliseconds(1);
    options.longest_pause = milliseconds(8);
    options.budget = milliseconds(200);
    return options;
  }
  static Call Named(const char* block) {
    Call call;
    call.head.set_block(block);
    return call;
  }
  std::shared_ptr<Reply> Ask(const char* block) {
    auto reply = std::make_shared<Reply>();
    calls_.Ask(0, Named(block), reply);
    return reply;
  }

  const std::shared_ptr<Scripted> server_ = std::make_shared<Scripted>();
  RetryingCalls calls_{{{server_, "10.0.0.1:4000"}}, Options()};
};

TEST_F(RetryingCallsTest, AreMadeOnceIfNothingIsLost) {
  calls_.Push(0, Named("a"));
  const auto reply = Ask("b");
  calls_.Wait();
  EXPECT_EQ(reply->head.incarnation(), 1);
  EXPECT_THAT(server_->Sequences(), ElementsAre(1, 2));
  EXPECT_NE(server_->head(0).client(), 0);
  EXPECT_EQ(server_->head(1).client(), server_->head(0).client());
  EXPECT_EQ(server_->head(1).patience_ms(), 20);
}

TEST_F(RetryingCallsTest, ThatFailAreMadeAgainWithTheirNumber) {
  server_->on_call = [&](size_t n) {
    server_->Answer(n, n < 3 ? Down() : From(1));
  };
  Ask("a");
  calls_.Wait();
  EXPECT_THAT(server_->Sequences(), ElementsAre(1, 1, 1, 1));
}

TEST_F(RetryingCallsTest, OtherErrorsAreFinal) {
  server_->on_call = [&](size_t n) {
    server_->Answer(n, ErrorReply(ErrorCode::kNotFound, "no such block"));
  };
  Ask("a");
  EXPECT_ERROR(calls_.Wait(), NotFound,
               "no such block\n  at the server 10.0.0.1:4000");
  EXPECT_ERROR(calls_.Wait(), NotFound, "no such block");
  EXPECT_EQ(server_->Blocks().size(), 1);
  calls_.ForgetAll();
  calls_.Wait();
}

TEST_F(RetryingCallsTest, WithoutAnAnswerAreMadeAgain) {
  server_->on_call = [&](size_t n) {
    if (n == 2) server_->Answer(n, From(1));
  };
  const auto begin = std::chrono::steady_clock::now();
  Ask("a");
  calls_.Wait();
  EXPECT_THAT(server_->Sequences(), ElementsAre(1, 1, 1));
  // After 20 ms, and after 40 more.
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(60));
  server_->Answer(0, From(1));  // Nobody waits for it.
}

TEST_F(RetryingCallsTest, AnAnswerOfAnEarlierAttemptCounts) {
  server_->on_call = [&](size_t n) {
    if (n == 1) server_->Answer(0, From(7));
  };
  const auto reply = Ask("a");
  calls_.Wait();
  EXPECT_EQ(reply->head.incarnation(), 7);
}

TEST_F(RetryingCallsTest, AFailureOfAnEarlierAttemptDoesNot) {
  server_->on_call = [&](size_t n) {
    if (n == 1) server_->Answer(0, Down());
    if (n == 2) server_->Answer(1, From(1));
  };
  Ask("a");
  calls_.Wait();
  EXPECT_EQ(server_->Blocks().size(), 3);
}

TEST_F(RetryingCallsTest, AServerThatHangsIsFound) {
  server_->on_call = [](size_t) {};
  Ask("parameters");
  EXPECT_ERROR(calls_.Wait(), Unavailable,
               "the server 10.0.0.1:4000 has not answered for 200 ms; the call "
               "of 'parameters' was made ");
  // After 20, 60 and 140 ms, if this machine is not busy.
  EXPECT_GE(server_->Blocks().size(), 2);
  EXPECT_LE(server_->Blocks().size(), 4);
  EXPECT_ERROR(calls_.Wait(), Unavailable, "times; the last error: no answer");
}

TEST_F(RetryingCallsTest, AServerThatIsDownIsGivenUp) {
  server_->on_call = [&](size_t n) { server_->Answer(n, Down()); };
  calls_.Push(0, Named("update:0"));
  EXPECT_ERROR(calls_.Wait(), Unavailable,
               "the server 10.0.0.1:4000 has not answered for 200 ms; the call "
               "of 'update:0' was made ");
  // Pauses of 4 to 8 ms, but for the first.
  EXPECT_GE(server_->Blocks().size(), 4);
  EXPECT_LE(server_->Blocks().size(), 60);
  EXPECT_ERROR(calls_.Wait(), Unavailable, "times; the last error: is down");
  server_->on_call = [&](size_t n) { server_->Answer(n, From(1)); };
  calls_.Wait();  // tries again
}

TEST_F(RetryingCallsTest, ACallThatWaitsMayDoSoForEver) {
  const auto begin = std::chrono::steady_clock::now();
  server_->on_call = [&](size_t n) {
    if (n > 0) server_->Answer(n - 1, Waiting());
    const auto passed = std::chrono::steady_clock::now() - begin;
    if (passed > 3 * Options().budget) server_->Answer(n, From(1));
  };
  Ask("a");
  calls_.Wait();
  EXPECT_GT(server_->Blocks().size(), 9);
}

TEST_F(RetryingCallsTest, WhatWasPushedIsPushedAgainToAServerThatBeginsAnew) {
  calls_.Push(0, Named("push"));
  calls_.Wait();
  server_->on_call = [&](size_t n) {
    const bool refused =
        server_->head(n).block() == "ask" && server_->head(n).server() == 1;
    Reply reply = refused ? Down() : From(2);
    reply.head.set_incarnation(2);
    server_->Answer(n, reply);
  };
  Ask("ask");
  calls_.Wait();
  EXPECT_THAT(server_->Blocks(), ElementsAre("push", "ask", "push", "ask"));
  EXPECT_THAT(server_->Sequences(), ElementsAre(1, 2, 1, 2));
  EXPECT_EQ(server_->head(3).server(), 2);
}

TEST_F(RetryingCallsTest, WhatWasForgottenIsNotPushedAgain) {
  calls_.Push(0, Named("push"));
  calls_.Wait();
  calls_.Forget(0);
  server_->on_call = [&](size_t n) { server_->Answer(n, From(2)); };
  Ask("ask");
  calls_.Wait();
  EXPECT_THAT(server_->Blocks(), ElementsAre("push", "ask"));
}

TEST_F(RetryingCallsTest, SayWhichMayBeMadeAgain) {
  calls_.Push(0, Named("a"));
  calls_.Push(0, Named("b"));
  EXPECT_EQ(server_->head(1).oldest(), 1);
  calls_.ForgetAll();
  calls_.Push(0, Named("c"));
  EXPECT_EQ(server_->head(2).sequence(), 3);
  EXPECT_EQ(server_->head(2).oldest(), 3);
}

TEST_F(RetryingCallsTest, ACallThatWasForgottenEndsUnseen) {
  server_->on_call = [](size_t) {};
  Ask("a");
  calls_.ForgetAll();
  server_->Answer(0, ErrorReply(ErrorCode::kNotFound, "no such block"));
  calls_.Wait();
}

TEST_F(RetryingCallsTest, MayEndAfterTheClient) {
  server_->on_call = [](size_t) {};
  {
    RetryingCalls calls({{server_, "a"}}, Options());
    calls.Push(0, Named("a"));
  }
  server_->Answer(0, From(1));
}

TEST_F(RetryingCallsTest, AnswersMayComeFromAnyThread) {
  std::vector<std::thread> threads;
  std::mutex mutex;
  server_->on_call = [&](size_t n) {
    std::lock_guard<std::mutex> lock(mutex);
    threads.emplace_back(
        [this, n] { server_->Answer(n, n % 3 == 0 ? Down() : From(1)); });
  };
  for (int i = 0; i < 50; ++i) calls_.Push(0, Named("a"));
  calls_.Wait();
  EXPECT_GT(server_->Blocks().size(), 60);
  for (std::thread& thread : threads) thread.join();
}

TEST_F(RetryingCallsTest, ServersHaveNumbers) {
  EXPECT_ERROR(calls_.Push(1, Named("a")), InvalidArgument,
               "the program needs server 1 of a job with 1");
}

}  // namespace
}  // namespace paddle::distributed

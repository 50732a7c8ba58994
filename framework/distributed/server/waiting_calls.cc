#include "paddle/framework/distributed/server/waiting_calls.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;

// More than any client waits for; keeps arithmetic with times from overflow.
constexpr int64_t kLongestPatience = 1000 * 3600 * 24;

bool Same(const proto::CallHead& a, const proto::CallHead& b) {
  return a.client() != 0 && a.client() == b.client() &&
         a.sequence() == b.sequence();
}

bool HasGone(const proto::CallHead& head, WaitingCalls::Clock::duration since) {
  const int64_t patience = head.patience_ms();
  return 0 < patience && patience < kLongestPatience &&
         since > 2 * std::chrono::milliseconds(patience);
}

}  // namespace

void WaitingCalls::Add(Call call, CallTarget::Done done,
                       Clock::time_point now) {
  std::vector<Waiting> calls = std::move(calls_);
  calls_.clear();
  for (Waiting& each : calls) {
    if (Same(each.call.head, call.head)) {
      Reply reply;
      reply.head.set_waiting(true);
      each.done(std::move(reply));
    } else if (HasGone(each.call.head, now - each.came)) {
      each.done(ErrorReply(ErrorCode::kUnavailable,
                           "the call has waited for long, and was not made "
                           "again"));
    } else {
      calls_.push_back(std::move(each));
    }
  }
  if (calls_.size() >= most_) {
    return done(ErrorReply(ErrorCode::kResourceExhausted,
                           absl::StrCat("the server has ", calls_.size(),
                                        " calls that wait for a step, and "
                                        "takes no more")));
  }
  calls_.push_back({std::move(call), std::move(done), now});
}

void WaitingCalls::Answer(
    const std::function<bool(const proto::CallHead&)>& ready,
    const std::function<Reply(const Call&)>& reply) {
  std::vector<Waiting> calls = std::move(calls_);
  calls_.clear();
  for (Waiting& each : calls) {
    if (ready(each.call.head)) {
      each.done(reply(each.call));
    } else {
      calls_.push_back(std::move(each));
    }
  }
}

}  // namespace paddle::distributed

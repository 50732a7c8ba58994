// Keeps calls that wait for a step.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// The calls that wait at a server. They do not pile up: a call that is made
// again takes the place of the one before, and those whose clients have gone
// are dropped; beyond a number that no job reaches they are refused. Used by
// one thread.
class WaitingCalls {
 public:
  using Clock = std::chrono::steady_clock;

  // Keeps at most that many: eight of each of 8192 trainers.
  explicit WaitingCalls(size_t most = 65536) : most_(most) {}

  // Keeps a call. If the same one waits already, that one is answered
  // "waiting", so that the client learns that the server is there. Calls of
  // clients that should have asked again twice by now are answered with
  // Unavailable; the call itself with ResourceExhausted if too many wait.
  void Add(Call call, CallTarget::Done done, Clock::time_point now);

  // Answers the calls that need not wait any more.
  void Answer(const std::function<bool(const proto::CallHead&)>& ready,
              const std::function<Reply(const Call&)>& reply);

  size_t size() const { return calls_.size(); }

 private:
  struct Waiting {
    Call call;
    CallTarget::Done done;
    Clock::time_point came;
  };

  const size_t most_;
  std::vector<Waiting> calls_;
};

}  // namespace paddle::distributed

// A way to a server on which calls are lost, repeated and overtaken, for tests.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// Says what happens on the way, each with its probability.
struct Faults {
  double lose_call = 0;  // before it reaches the target
  double lose_reply = 0;
  double repeat = 0;  // the target gets the call again, later
  // Calls and replies take a random time up to this, and overtake each other.
  std::chrono::milliseconds longest_delay{0};
};

// Brings calls and replies as copies, made by way of frames, as a network does.
// One half of what is lost ends with Unavailable, the other does not end before
// this is destroyed. Thread safe.
class UnreliableTarget final : public CallTarget {
 public:
  // The target must outlive this, and may answer later than that.
  UnreliableTarget(CallTarget* target, const Faults& faults, uint64_t seed);
  ~UnreliableTarget() override;

  void Begin(Call call, Done done) override;

  // Loses all calls and replies from now on, without a word, or does not.
  void SetSilent(bool silent);
  // Brings later calls to another target: a server that has begun anew.
  void SetTarget(CallTarget* target);
  // Returns the number of calls and replies that were lost.
  int lost() const;
  // Returns the number of calls that the target's reply came back of.
  int answered() const;

 private:
  class State;

  const std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace paddle::distributed

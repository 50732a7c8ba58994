// Keeps a server that may have been replaced from answering.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// Stands before a server that owns its place by a lease, which another process
// gets when it has run out. A server that is cut off from those who keep the
// lease does not learn of that; its own clock tells it. 2 s before the lease
// can have run out for anybody, calls are answered with Unavailable, and so are
// those that were taken before and end later: a caller that had an answer from
// an owner without a lease would take for done what its successor does not
// have. Calls of an epoch before the latest that came get FailedPrecondition.
// Thread safe.
//
// The clock must go on while the process is stopped.
class Fence final : public CallTarget {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The target must outlive the fence. `name` is the server's address in
  // messages; `ttl` is the time of the lease, more than 2 s, InvalidArgument
  // otherwise. The lease counts as renewed now.
  Fence(CallTarget* target, std::string name, std::chrono::milliseconds ttl,
        std::function<Time()> clock = std::chrono::steady_clock::now);
  ~Fence() override;

  // Says that the lease was renewed. The time is that when the renewal was
  // asked for, and not when it was granted: from some time between the two on
  // the lease runs.
  void Renewed(Time asked);

  void Begin(Call call, Done done) override;

 private:
  class Lease;

  CallTarget* const target_;
  const std::shared_ptr<Lease> lease_;
};

}  // namespace paddle::distributed

// Keeps a server that may have been replaced from answering.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// Before the end of a lease: for clocks that do not run alike, and for what a
// call under way still does.
inline constexpr std::chrono::milliseconds kFenceMargin(2000);

// The lease of a server's place, as far as the server knows.
struct HeldPlace {
  // The time until which nobody else can have the place.
  std::chrono::steady_clock::time_point until;
  // Higher each time that the place is taken; 0: it is not the server's.
  int64_t epoch = 0;
};

// Stands before a server that owns its place by a lease, which another process
// gets when it has run out. A server that is cut off from those who keep the
// lease does not learn of that; its own clock tells it. 2 s before the lease
// can have run out for anybody, calls are answered with Unavailable, and so are
// those that were taken before and end later, even under a new lease: a caller
// that had an answer from an owner without a lease would take for done what its
// successor does not have. Calls of an epoch before the latest that came get
// FailedPrecondition, whatever their block; a job that begins anew counts its
// epochs anew. Thread safe.
//
// The clock must go on while the process is stopped.
class Fence final : public CallTarget {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The target must outlive the fence. `name` is the server's in messages;
  // `place` says what is known now, and is called by any thread until the last
  // call has ended.
  Fence(CallTarget* target, std::string name, std::function<HeldPlace()> place,
        std::function<Time()> clock = std::chrono::steady_clock::now);
  ~Fence() override;

  void Begin(Call call, Done done) override;

 private:
  class Lease;

  CallTarget* const target_;
  const std::shared_ptr<Lease> lease_;
};

}  // namespace paddle::distributed

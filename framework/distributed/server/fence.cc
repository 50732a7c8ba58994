#include "paddle/framework/distributed/server/fence.h"

#include <mutex>
#include <utility>

#include "paddle/framework/distributed/server/caught.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// Shared with calls under way, which may end after the fence has gone.
class Fence::Lease {
 public:
  Lease(std::string name, std::function<HeldPlace()> place,
        std::function<Time()> clock)
      : name_(std::move(name)),
        place_(std::move(place)),
        clock_(std::move(clock)) {}

  // Returns the epoch of the place. Throws if the server must not answer.
  int64_t Check() const {
    const HeldPlace held = place_();
    PADDLE_ENFORCE(held.epoch > 0 && clock_() < held.until - kFenceMargin,
                   Unavailable, "the server ", name_,
                   " has not renewed its lease in time");
    return held.epoch;
  }
  // As above, and throws if it must not take a call.
  int64_t Check(const proto::CallHead& head) {
    const int64_t held = Check();
    std::lock_guard<std::mutex> lock(mutex_);
    PADDLE_ENFORCE(head.anew() || head.epoch() >= epoch_, FailedPrecondition,
                   "trainer ", head.rank(), " calls the server ", name_,
                   " in epoch ", head.epoch(), ", and others have in epoch ",
                   epoch_);
    epoch_ = head.epoch();
    return held;
  }
  // Throws if it must not answer a call that was taken in that epoch of the
  // place: in between another one may have had it.
  void CheckEnd(int64_t held) const {
    PADDLE_ENFORCE(Check() == held, Unavailable, "the server ", name_,
                   " had lost its lease during the call");
  }

 private:
  const std::string name_;
  const std::function<HeldPlace()> place_;
  const std::function<Time()> clock_;
  std::mutex mutex_;   // of epoch_
  int64_t epoch_ = 0;  // the latest of a call
};

Fence::Fence(CallTarget* target, std::string name,
             std::function<HeldPlace()> place, std::function<Time()> clock)
    : target_(target),
      lease_(std::make_shared<Lease>(std::move(name), std::move(place),
                                     std::move(clock))) {}

Fence::~Fence() = default;

void Fence::Begin(Call call, Done done) {
  int64_t held = 0;
  Reply refusal = CaughtReply([&] { held = lease_->Check(call.head); });
  if (refusal.head.error() != 0) return done(std::move(refusal));
  target_->Begin(std::move(call),
                 [lease = lease_, held, done = std::move(done)](Reply reply) {
                   Reply late = CaughtReply([&] { lease->CheckEnd(held); });
                   done(late.head.error() != 0 ? late : std::move(reply));
                 });
}

}  // namespace paddle::distributed

#include "paddle/framework/distributed/server/fence.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "paddle/framework/distributed/server/caught.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using std::chrono::milliseconds;

// For clocks that do not run alike, and for what a call under way still does.
constexpr milliseconds kMargin(2000);

}  // namespace

// Shared with calls under way, which may end after the fence has gone.
class Fence::Lease {
 public:
  Lease(std::string name, milliseconds ttl, std::function<Time()> clock)
      : name_(std::move(name)),
        served_(ttl - kMargin),
        clock_(std::move(clock)),
        renewed_(clock_()) {
    PADDLE_ENFORCE(ttl > kMargin, InvalidArgument, "a lease of ", ttl.count(),
                   " ms: the server at ", name_,
                   " would never serve, since it stops ", kMargin.count(),
                   " ms before its end");
  }

  void Renew(Time asked) {
    std::lock_guard<std::mutex> lock(mutex_);
    renewed_ = std::max(renewed_, asked);
  }

  // Throws if the server must not answer.
  void Check() {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckLocked();
  }
  // Throws if it must not take a call.
  void Check(const proto::CallHead& head) {
    std::lock_guard<std::mutex> lock(mutex_);
    CheckLocked();
    PADDLE_ENFORCE(head.epoch() >= epoch_, FailedPrecondition, "trainer ",
                   head.rank(), " calls the server ", name_, " in epoch ",
                   head.epoch(), ", and others have in epoch ", epoch_);
    epoch_ = head.epoch();
  }

 private:
  void CheckLocked() const {
    const auto since =
        std::chrono::duration_cast<milliseconds>(clock_() - renewed_);
    PADDLE_ENFORCE(since < served_, Unavailable, "the server ", name_,
                   " has not renewed its lease for ", since.count() / 1000.0,
                   " s");
  }

  const std::string name_;
  const milliseconds served_;  // after the lease was renewed
  const std::function<Time()> clock_;
  std::mutex mutex_;  // of all below
  Time renewed_;
  int64_t epoch_ = 0;  // the latest of a call
};

Fence::Fence(CallTarget* target, std::string name, milliseconds ttl,
             std::function<Time()> clock)
    : target_(target),
      lease_(std::make_shared<Lease>(std::move(name), ttl, std::move(clock))) {}

Fence::~Fence() = default;

void Fence::Renewed(Time asked) { lease_->Renew(asked); }

void Fence::Begin(Call call, Done done) {
  Reply refusal = CaughtReply([&] { lease_->Check(call.head); });
  if (refusal.head.error() != 0) return done(std::move(refusal));
  target_->Begin(std::move(call),
                 [lease = lease_, done = std::move(done)](Reply reply) {
                   Reply late = CaughtReply([&] { lease->Check(); });
                   done(late.head.error() != 0 ? late : std::move(reply));
                 });
}

}  // namespace paddle::distributed

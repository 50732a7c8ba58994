#include "paddle/framework/distributed/server/fence.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;
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
  try {
    lease_->Check(call.head);
  } catch (const platform::Error& error) {
    return done(ErrorReply(error.code(), error.what()));
  }
  target_->Begin(std::move(call),
                 [lease = lease_, done = std::move(done)](Reply reply) {
                   try {
                     lease->Check();
                   } catch (const platform::Error& error) {
                     reply = ErrorReply(error.code(), error.what());
                   }
                   done(std::move(reply));
                 });
}

}  // namespace paddle::distributed

#include "paddle/framework/scope/scope_lock.h"

#include <algorithm>
#include <chrono>

#include "paddle/platform/cancellation.h"

namespace paddle::framework {
namespace {

// The delay after which a waiting thread notices that it is cancelled.
constexpr std::chrono::milliseconds kLook{10};

}  // namespace

void ScopeLock::Lock(ScopeAccess access) {
  std::unique_lock<std::mutex> lock(mutex_);
  // Waiters come first even if this access were compatible, or readers could
  // keep a writer waiting for ever.
  if (waiting_.empty() && MayEnter(access)) return Enter(access);
  Waiter self{access};
  waiting_.push_back(&self);
  Wait(&self, &lock);
}

// Checks the token without the mutex, because that may take a while. Like an
// operator it keeps out signal handlers that could run programs: such a program
// would queue up after this thread and never get the lock.
void ScopeLock::Wait(Waiter* self, std::unique_lock<std::mutex>* lock) {
  platform::CancellationToken* const token = platform::CurrentCancellation();
  if (token == nullptr) {
    turn_changed_.wait(*lock, [&] { return self->admitted; });
    return;
  }
  while (
      !turn_changed_.wait_for(*lock, kLook, [&] { return self->admitted; })) {
    lock->unlock();
    try {
      token->Check(/*in_operator=*/true);
    } catch (...) {
      GiveUp(self);
      throw;
    }
    lock->lock();
  }
}

void ScopeLock::GiveUp(Waiter* self) {
  {
    // The lock may have been granted between the check and here, in which case
    // it has to be released.
    std::lock_guard<std::mutex> lock(mutex_);
    if (!self->admitted) {
      waiting_.erase(std::find(waiting_.begin(), waiting_.end(), self));
      AdmitNext();  // those after it may have waited for this one alone
      return;
    }
  }
  Unlock();
}

void ScopeLock::Unlock() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (writing_) {
    writing_ = false;
  } else {
    --readers_;
  }
  AdmitNext();
}

void ScopeLock::Downgrade() {
  std::lock_guard<std::mutex> lock(mutex_);
  // Turning into a reader in one step keeps other writers out in between.
  writing_ = false;
  ++readers_;
  AdmitNext();
}

bool ScopeLock::MayEnter(ScopeAccess access) const {
  return !writing_ && (access == ScopeAccess::kRead || readers_ == 0);
}

void ScopeLock::Enter(ScopeAccess access) {
  if (access == ScopeAccess::kRead) {
    ++readers_;
  } else {
    writing_ = true;
  }
}

void ScopeLock::AdmitNext() {
  auto next = waiting_.begin();
  // Stops at the first waiter that cannot enter, which keeps the order.
  for (; next != waiting_.end() && MayEnter((*next)->access); ++next) {
    Enter((*next)->access);
    (*next)->admitted = true;
  }
  if (next == waiting_.begin()) return;
  waiting_.erase(waiting_.begin(), next);
  // All waiters share the condition variable, so all must look.
  turn_changed_.notify_all();
}

}  // namespace paddle::framework

#include "paddle/framework/scope/scope_lock.h"

namespace paddle::framework {

void ScopeLock::Lock(ScopeAccess access) {
  std::unique_lock<std::mutex> lock(mutex_);
  const uint64_t ticket = next_ticket_++;
  turn_changed_.wait(lock, [&] { return MayEnter(ticket, access); });
  if (access == ScopeAccess::kRead) {
    ++readers_;
  } else {
    writing_ = true;
  }
  ++turn_;
  CallNext();
}

void ScopeLock::Unlock() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (writing_) {
    writing_ = false;
  } else {
    --readers_;
  }
  CallNext();
}

bool ScopeLock::MayEnter(uint64_t ticket, ScopeAccess access) const {
  return ticket == turn_ && !writing_ &&
         (access == ScopeAccess::kRead || readers_ == 0);
}

void ScopeLock::CallNext() {
  if (turn_ != next_ticket_) turn_changed_.notify_all();
}

}  // namespace paddle::framework

#include "paddle/framework/scope/scope_locks.h"

#include <algorithm>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// The locks that this thread holds, to detect that it would wait for itself.
absl::InlinedVector<const ScopeLock*, 8>& Held() {
  thread_local absl::InlinedVector<const ScopeLock*, 8> held;
  return held;
}

}  // namespace

ScopeLocks ScopeLocks::One(const Scope& scope, ScopeAccess access) {
  ScopeLocks locks;
  locks.locks_.push_back({scope.lock(), access});
  return locks;
}

ScopeLocks ScopeLocks::Chain(const Scope& scope, ScopeAccess scope_access,
                             ScopeAccess parent_access) {
  ScopeLocks locks;
  // The chain is collected upwards and locked from the root down: with one
  // order for all threads, no two can wait for each other.
  for (const Scope* s = &scope; s != nullptr; s = s->parent().get()) {
    locks.locks_.push_back(
        {s->lock(), s == &scope ? scope_access : parent_access});
  }
  std::reverse(locks.locks_.begin(), locks.locks_.end());
  return locks;
}

ScopeLocks& ScopeLocks::operator=(ScopeLocks&& other) noexcept {
  Unlock();
  locks_ = std::move(other.locks_);
  locked_ = std::exchange(other.locked_, false);
  return *this;
}

ScopeLocks::~ScopeLocks() { Unlock(); }

void ScopeLocks::Check() const {
  const auto& held = Held();
  for (const Entry& entry : locks_) {
    const bool held_already =
        std::find(held.begin(), held.end(), entry.lock) != held.end();
    PADDLE_ENFORCE(!held_already, FailedPrecondition,
                   "this thread is in a run that holds the lock of the scope, "
                   "or of a parent of it, and would wait for itself; a run "
                   "inside a run needs a scope of its own");
  }
}

void ScopeLocks::Lock() {
  Check();
  for (int i = 0; i < size(); ++i) {
    Entry& entry = locks_[i];
    try {
      // Already acquired locks must not be kept: the caller has no way to
      // release them.
      entry.lock->Lock(entry.access);
    } catch (...) {
      UnlockFirst(i);
      throw;
    }
    entry.writing = entry.access == ScopeAccess::kWrite;
    Held().push_back(entry.lock);
  }
  locked_ = true;
}

void ScopeLocks::Unlock() {
  if (locked_) UnlockFirst(size());
  locked_ = false;
}

void ScopeLocks::UnlockFirst(int count) {
  auto& held = Held();
  for (int i = count - 1; i >= 0; --i) {
    held.erase(std::find(held.begin(), held.end(), locks_[i].lock));
    locks_[i].lock->Unlock();
  }
}

void ScopeLocks::Downgrade() {
  for (Entry& entry : locks_) {
    if (!entry.writing || entry.access == ScopeAccess::kWrite) continue;
    entry.lock->Downgrade();
    entry.writing = false;
  }
}

}  // namespace paddle::framework

// Locks a scope and its parents together.
#pragma once

#include <utility>

#include "absl/container/inlined_vector.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_lock.h"

namespace paddle::framework {

// The locks a run of a program takes: those of all scopes in which it looks
// names up, from the root down, so that no two runs deadlock. Used by one
// thread at a time, which must also release what it locked. The scopes must
// outlive the locks. Lock does not allocate.
class ScopeLocks {
 public:
  ScopeLocks() = default;
  // Covers the lock of `scope` alone.
  static ScopeLocks One(const Scope& scope, ScopeAccess access);
  // Covers the locks of `scope` and of all its parents.
  static ScopeLocks Chain(const Scope& scope, ScopeAccess scope_access,
                          ScopeAccess parent_access);
  ScopeLocks(ScopeLocks&& other) noexcept { *this = std::move(other); }
  ScopeLocks& operator=(ScopeLocks&& other) noexcept;
  // Releases what is held.
  ~ScopeLocks();

  // Waits for all locks. Throws FailedPrecondition, holding none, if this
  // thread already holds one of them: it would wait for itself, as when an
  // operator of a run starts another run on the same scope. Throws Cancelled,
  // holding none, once the token of the thread's CancellationScope is
  // cancelled.
  void Lock();
  void Unlock();
  // Downgrades the locks held for writing whose access set_access has changed
  // to kRead meanwhile.
  void Downgrade();
  bool locked() const { return locked_; }

  // Sets the access of the i-th scope, counted from the root, for the next Lock
  // or Downgrade.
  int size() const { return static_cast<int>(locks_.size()); }
  void set_access(int i, ScopeAccess access) { locks_[i].access = access; }

 private:
  struct Entry {
    ScopeLock* lock;
    ScopeAccess access;
    bool writing = false;  // true if it is held for writing
  };
  void Check() const;
  void UnlockFirst(int count);

  absl::InlinedVector<Entry, 4> locks_;  // from the root down
  bool locked_ = false;
};

}  // namespace paddle::framework

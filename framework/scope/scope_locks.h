// Locks a scope and its ancestors together, for the run of a program or a
// change of their variables.
#pragma once

#include <utility>

#include "absl/container/inlined_vector.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_lock.h"

namespace paddle::framework {

// The locks of all scopes in which a run looks up names. They are taken from
// the root down, so that no two runs deadlock. Not thread safe; the thread that
// locks must also unlock. The scopes must outlive this object. Lock does not
// allocate.
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
  // Unlocks if locked.
  ~ScopeLocks();

  // Waits for all locks. Throws FailedPrecondition if this thread already holds
  // one of them and would wait for itself, as when an operator starts another
  // run on the scope of its own run. Throws Cancelled if the token of the
  // thread's CancellationScope is cancelled meanwhile. Holds no lock after an
  // exception.
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

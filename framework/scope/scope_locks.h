// The locks of a scope and of its parents, taken together.
#pragma once

#include <utility>

#include "absl/container/inlined_vector.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_lock.h"

namespace paddle::framework {

// A run of a program takes the locks of all scopes that it looks names up in,
// from the root down, so that no two runs wait for each other. Used by one
// thread at a time, which also gives back what it took. The scopes outlive what
// is locked. Lock allocates nothing.
class ScopeLocks {
 public:
  ScopeLocks() = default;
  // The lock of `scope` alone.
  static ScopeLocks One(const Scope& scope, ScopeAccess access);
  // Those of `scope` and of all its parents.
  static ScopeLocks Chain(const Scope& scope, ScopeAccess scope_access,
                          ScopeAccess parent_access);
  ScopeLocks(ScopeLocks&& other) noexcept { *this = std::move(other); }
  ScopeLocks& operator=(ScopeLocks&& other) noexcept;
  // Gives back what is held.
  ~ScopeLocks();

  // Waits for all of them. FailedPrecondition, and nothing is taken, if this
  // thread holds one already: it would wait for itself, as a run does that an
  // operator of another run starts on the same scope. Cancelled, and nothing is
  // taken, once the token of the thread's CancellationScope is cancelled.
  void Lock();
  void Unlock();
  // Of those that are held for writing, lets readers into the ones for which
  // set_access has said kRead meanwhile.
  void Downgrade();
  bool locked() const { return locked_; }

  // The access of a scope of the chain, counted from the root, at the next
  // Lock or Downgrade.
  int size() const { return static_cast<int>(locks_.size()); }
  void set_access(int i, ScopeAccess access) { locks_[i].access = access; }

 private:
  struct Entry {
    ScopeLock* lock;
    ScopeAccess access;
    bool writing = false;  // held so
  };
  void Check() const;
  void UnlockFirst(int count);

  absl::InlinedVector<Entry, 4> locks_;  // from the root down
  bool locked_ = false;
};

}  // namespace paddle::framework

// The lock of one scope, for many readers or one writer.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace paddle::framework {

enum class ScopeAccess : uint8_t {
  kRead,   // with other readers: find variables, read their values
  kWrite,  // exclusive: may create and erase variables and change their values
};

// A fair readers-writer lock. Threads get it in the order in which they ask;
// consecutive readers share it, so that neither readers nor writers starve. Not
// recursive; ScopeLocks reports such an attempt. Allocates only when it has to
// wait. Thread safe.
class ScopeLock {
 public:
  ScopeLock() = default;
  ScopeLock(const ScopeLock&) = delete;
  ScopeLock& operator=(const ScopeLock&) = delete;

  // Waits for the lock. Throws Cancelled, without having acquired it, once the
  // token of the thread's innermost CancellationScope is cancelled.
  void Lock(ScopeAccess access);
  // Releases what this thread holds, for reading or for writing.
  void Unlock();
  // Turns this thread's lock for writing into one for reading.
  void Downgrade();

 private:
  // A thread that waits; lives on that thread's stack.
  struct Waiter {
    ScopeAccess access;
    bool admitted = false;
  };

  bool MayEnter(ScopeAccess access) const;
  void Enter(ScopeAccess access);
  void Wait(Waiter* self, std::unique_lock<std::mutex>* lock);
  // Stops waiting and releases the lock if it was granted meanwhile.
  void GiveUp(Waiter* self);
  // Grants the lock, in order, to all waiters that may have it now.
  void AdmitNext();

  std::mutex mutex_;
  std::condition_variable turn_changed_;
  std::vector<Waiter*> waiting_;  // the longest waiting first
  int64_t readers_ = 0;
  bool writing_ = false;
};

}  // namespace paddle::framework

// The lock of a scope: who may read, and who may write, what stands in it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace paddle::framework {

enum class ScopeAccess : uint8_t {
  kRead,   // with other readers: find variables, read their values
  kWrite,  // alone: make and erase variables, set or update their values
};

// Shared by readers or held by one writer. It is given in the order in which
// threads ask for it, readers that follow one another together: neither readers
// nor writers starve. Not to be taken twice by one thread; ScopeLocks refuses
// that. Allocates nothing unless it waits.
class ScopeLock {
 public:
  ScopeLock() = default;
  ScopeLock(const ScopeLock&) = delete;
  ScopeLock& operator=(const ScopeLock&) = delete;

  // Waits for its turn. Throws Cancelled, and has nothing, once the token of
  // the thread's innermost CancellationScope is cancelled.
  void Lock(ScopeAccess access);
  // Gives back what this thread has, be it one or the other.
  void Unlock();
  // Lets other readers in beside this thread, which has the lock for writing.
  void Downgrade();

 private:
  // A thread that waits; it stands on its stack.
  struct Waiter {
    ScopeAccess access;
    bool admitted = false;
  };

  bool MayEnter(ScopeAccess access) const;
  void Enter(ScopeAccess access);
  void Wait(Waiter* self, std::unique_lock<std::mutex>* lock);
  // Ends a wait early; gives back what was given meanwhile.
  void GiveUp(Waiter* self);
  // Lets in, in their order, all that may come in.
  void AdmitNext();

  std::mutex mutex_;
  std::condition_variable turn_changed_;
  std::vector<Waiter*> waiting_;  // the first has waited longest
  int64_t readers_ = 0;
  bool writing_ = false;
};

}  // namespace paddle::framework

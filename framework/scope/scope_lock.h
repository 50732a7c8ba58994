// The lock of a scope: who may read, and who may write, what stands in it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace paddle::framework {

enum class ScopeAccess : uint8_t {
  kRead,   // with other readers: find variables, read their values
  kWrite,  // alone: make and erase variables, set or update their values
};

// Shared by readers or held by one writer. It is given in the order in which
// threads ask for it, readers that follow one another together: neither readers
// nor writers starve. Not to be taken twice by one thread; ScopeLocks refuses
// that. Allocates nothing.
class ScopeLock {
 public:
  ScopeLock() = default;
  ScopeLock(const ScopeLock&) = delete;
  ScopeLock& operator=(const ScopeLock&) = delete;

  // Waits for its turn.
  void Lock(ScopeAccess access);
  // Gives back what this thread has, be it one or the other.
  void Unlock();

 private:
  bool MayEnter(uint64_t ticket, ScopeAccess access) const;
  void CallNext();

  std::mutex mutex_;
  std::condition_variable turn_changed_;
  uint64_t next_ticket_ = 0;
  uint64_t turn_ = 0;  // the ticket that is let in next
  int64_t readers_ = 0;
  bool writing_ = false;
};

}  // namespace paddle::framework

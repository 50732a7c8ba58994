// How a run is told to end early.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace paddle::platform {

// Given to runs, which throw Cancelled once it is cancelled: before the next
// operator, at the next step of a loop, or between two parts of a parallel
// loop. Any number of runs may share one; it outlives them.
class CancellationToken {
 public:
  CancellationToken() = default;
  virtual ~CancellationToken() = default;
  CancellationToken(const CancellationToken&) = delete;
  CancellationToken& operator=(const CancellationToken&) = delete;

  // For good. Any thread, and signal handlers.
  void Cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const noexcept {
    return cancelled_.load(std::memory_order_relaxed);
  }

  // By the thread that runs: throws Cancelled if the token is cancelled.
  // in_operator: from inside one, between the parts of a loop.
  void Check(bool in_operator = false) {
    if (period_ != 0 && (in_operator || --checks_left_ < 0)) {
      PollIfDue(in_operator);
    }
    if (__builtin_expect(cancelled(), 0)) Throw();
  }

  [[noreturn]] static void Throw();

 protected:
  // A token that finds out by itself: while one thread runs with it, that
  // thread calls Poll about once in `period`, which may Cancel. In an operator
  // Poll runs nothing that uses operators itself; how often it is called there
  // does not count between operators.
  explicit CancellationToken(std::chrono::milliseconds period);

 private:
  friend class CancellationScope;

  virtual void Poll(bool /*in_operator*/) {}
  void PollIfDue(bool in_operator);

  std::atomic<bool> cancelled_{false};
  int64_t period_ = 0;  // in nanoseconds; 0: no polling
  // Between operators, until the clock is read: that would be what costs most
  // where they are small. Those that take long look inside.
  int checks_left_ = 0;
  int64_t next_poll_ = 0;
  int64_t next_poll_in_operator_ = 0;
};

// While it lives, the runs and parallel loops of this thread obey `token`, or,
// if that is null, the token of the scope around it.
class CancellationScope {
 public:
  explicit CancellationScope(CancellationToken* token);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

 private:
  CancellationToken* const before_;
};

// The token of the innermost scope of this thread; null without one.
CancellationToken* CurrentCancellation();

// While it lives, CheckCancellation of this thread, which helps another one,
// looks at the token of that one, and does not poll.
class CancellationWatch {
 public:
  explicit CancellationWatch(const CancellationToken* token);
  ~CancellationWatch();
  CancellationWatch(const CancellationWatch&) = delete;
  CancellationWatch& operator=(const CancellationWatch&) = delete;

 private:
  const CancellationToken* const before_;
};

// Throws Cancelled if the run was cancelled that this thread does, or does a
// piece of a parallel loop for. For loops that take long inside one piece; it
// costs some nanoseconds.
void CheckCancellation();

}  // namespace paddle::platform

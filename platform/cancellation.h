// Tells a run that it should end early.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace paddle::platform {

// A flag that ends runs: they throw Cancelled before the next operator, at the
// next step of a loop, or between two parts of a parallel loop. Any number of
// runs may share one token, which must outlive them. Thread safe.
class CancellationToken {
 public:
  CancellationToken() = default;
  virtual ~CancellationToken() = default;
  CancellationToken(const CancellationToken&) = delete;
  CancellationToken& operator=(const CancellationToken&) = delete;

  // Sets the flag, which is never cleared. Safe in any thread and signal
  // handler.
  void Cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const noexcept {
    return cancelled_.load(std::memory_order_relaxed);
  }

  // Throws Cancelled if the token is cancelled. Called by the thread that runs;
  // `in_operator` is true between the parts of a loop inside an operator.
  void Check(bool in_operator = false) {
    if (period_ != 0 && (in_operator || --checks_left_ < 0)) {
      PollIfDue(in_operator);
    }
    if (__builtin_expect(cancelled(), 0)) Throw();
  }

  [[noreturn]] static void Throw();

 protected:
  // Makes a token that asks for itself: the thread that runs with it calls Poll
  // about once per `period`, and Poll may call Cancel. Inside an operator Poll
  // must not run code that uses operators; calls there do not count towards the
  // period between operators.
  explicit CancellationToken(std::chrono::milliseconds period);

 private:
  friend class CancellationScope;

  virtual void Poll(bool /*in_operator*/) {}
  void PollIfDue(bool in_operator);

  std::atomic<bool> cancelled_{false};
  int64_t period_ = 0;  // nanoseconds; 0: no polling
  // Checks left until the clock is read again: for small operators, reading it
  // every time would cost more than the check. Long operators read it inside.
  int checks_left_ = 0;
  int64_t next_poll_ = 0;
  int64_t next_poll_in_operator_ = 0;
};

// Makes the runs and parallel loops of this thread obey `token` during its
// lifetime; with null, they obey the token of the enclosing scope.
class CancellationScope {
 public:
  explicit CancellationScope(CancellationToken* token);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

 private:
  CancellationToken* const before_;
};

// Returns the token of this thread's innermost scope, or null.
CancellationToken* CurrentCancellation();

// Makes CheckCancellation on this thread, which helps another thread with a
// parallel loop, obey that thread's token without polling.
class CancellationWatch {
 public:
  explicit CancellationWatch(const CancellationToken* token);
  ~CancellationWatch();
  CancellationWatch(const CancellationWatch&) = delete;
  CancellationWatch& operator=(const CancellationWatch&) = delete;

 private:
  const CancellationToken* const before_;
};

// Throws Cancelled if the run that this thread works for is cancelled, be it
// its own or one whose parallel loop it helps with. Meant for long loops within
// one piece of work; costs a few nanoseconds.
void CheckCancellation();

}  // namespace paddle::platform

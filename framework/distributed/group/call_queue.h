// Runs calls one after the other on a thread of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace paddle::distributed {

// The end of a call, of which whoever gave it asks. It takes over what the call
// threw: the thread that made the call holds no part of an exception any more
// when the waiter learns of it. For one thread at a time.
class QueuedCall {
 public:
  explicit QueuedCall(std::future<std::exception_ptr> end)
      : end_(std::move(end)) {}

  bool Ended() const;

  // Returns when the call has ended; throws what the call threw, each time.
  void Wait();

 private:
  std::future<std::exception_ptr> end_;  // null if it threw nothing
  std::exception_ptr failure_;
};

// A thread, begun with the first call, and what it still has to do. Destroyed,
// it first does all that it was given. Thread safe.
class CallQueue {
 public:
  CallQueue() = default;
  ~CallQueue();
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  // Runs the function behind those that were given before, and drops what it
  // holds.
  QueuedCall Add(std::function<void()> function);

 private:
  void Work();

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<std::packaged_task<std::exception_ptr()>> calls_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace paddle::distributed

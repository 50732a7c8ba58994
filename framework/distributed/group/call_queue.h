// Runs calls one after the other on a thread of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

namespace paddle::distributed {

// A thread, begun with the first call, and what it still has to do. Destroyed,
// it first does all that it was given. Thread safe.
class CallQueue {
 public:
  CallQueue() = default;
  ~CallQueue();
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  // Runs the function behind those that were given before, and drops what it
  // holds. The future throws what the function threw.
  std::shared_future<void> Add(std::function<void()> function);

 private:
  void Work();

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<std::packaged_task<void()>> calls_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace paddle::distributed

#include "paddle/framework/distributed/group/call_queue.h"

#include <chrono>
#include <utility>

namespace paddle::distributed {

bool QueuedCall::Ended() const {
  const auto now = std::chrono::seconds(0);
  return !end_.valid() || end_.wait_for(now) == std::future_status::ready;
}

void QueuedCall::Wait() {
  if (end_.valid()) failure_ = end_.get();
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

CallQueue::~CallQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

QueuedCall CallQueue::Add(std::function<void()> function) {
  // Moved into the call, so that it is gone before anybody learns of the end.
  std::packaged_task<std::exception_ptr()> call(
      [function = std::move(function)]() mutable -> std::exception_ptr {
        const std::function<void()> once = std::move(function);
        try {
          once();
        } catch (...) {
          return std::current_exception();
        }
        return nullptr;
      });
  QueuedCall queued(call.get_future());
  std::lock_guard<std::mutex> lock(mutex_);
  calls_.push_back(std::move(call));
  if (!thread_.joinable()) thread_ = std::thread([this] { Work(); });
  changed_.notify_all();
  return queued;
}

void CallQueue::Work() {
  while (true) {
    std::packaged_task<std::exception_ptr()> call;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return closed_ || !calls_.empty(); });
      if (calls_.empty()) return;
      call = std::move(calls_.front());
      calls_.pop_front();
    }
    call();
  }
}

}  // namespace paddle::distributed

#include "paddle/framework/distributed/group/call_queue.h"

#include <utility>

namespace paddle::distributed {

CallQueue::~CallQueue() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::shared_future<void> CallQueue::Add(std::function<void()> function) {
  // Moved into the call, so that it is gone before anybody learns of the end.
  std::packaged_task<void()> call([function = std::move(function)]() mutable {
    const std::function<void()> once = std::move(function);
    once();
  });
  std::shared_future<void> end = call.get_future().share();
  std::lock_guard<std::mutex> lock(mutex_);
  calls_.push_back(std::move(call));
  if (!thread_.joinable()) thread_ = std::thread([this] { Work(); });
  changed_.notify_all();
  return end;
}

void CallQueue::Work() {
  while (true) {
    std::packaged_task<void()> call;
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

#include "paddle/tools/serve/change_thread.h"

#include <utility>

namespace paddle::serve {

absl::optional<HttpReply> ChangeThread::Start(
    std::function<HttpReply()> change, std::function<void(HttpReply)> done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (closed_) return ErrorReply(503, "the server is about to end");
  if (!ended_) return BusyReply("another model is being loaded");
  if (thread_.joinable()) thread_.join();
  thread_ =
      std::thread([this, change = std::move(change), done = std::move(done)] {
        HttpReply reply = Replied(change);
        {
          const std::lock_guard<std::mutex> ended(mutex_);
          ended_ = true;
        }
        done(std::move(reply));
      });
  // Its thread waits for the lock before it says that it has ended.
  ended_ = false;
  return {};
}

void ChangeThread::Close() {
  std::thread thread;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    thread = std::move(thread_);
  }
  if (thread.joinable()) thread.join();
}

}  // namespace paddle::serve

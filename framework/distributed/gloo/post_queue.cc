#include "paddle/framework/distributed/gloo/post_queue.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <future>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

int OpenEvent() {
  const int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  PADDLE_ENFORCE(descriptor >= 0, Unavailable,
                 "no event can be made: ", strerror(errno));
  return descriptor;
}

}  // namespace

PostQueue::PostQueue(std::shared_ptr<gloo::transport::tcp::Device> device)
    : device_(std::move(device)), wake_(OpenEvent()) {
  device_->registerDescriptor(wake_, EPOLLIN, this);
}

PostQueue::~PostQueue() {
  device_->unregisterDescriptor(wake_, this);
  // Gloo's thread is done with this queue; so that tools see it, too:
  running_.lock();
  running_.unlock();
  close(wake_);
}

void PostQueue::Add(Post* post) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (stopped_) return;
    posts_.push_back(post);
    if (posts_.size() > 1) return;  // it is awake
  }
  const uint64_t one = 1;
  // Fails only if the counter is full, which wakes, too.
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof(one));
}

void PostQueue::Remove(Post* post) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto at = std::find(posts_.begin(), posts_.end(), post);
  if (at == posts_.end()) return;
  if (at != posts_.begin()) {
    posts_.erase(at);
    return;
  }
  // It may be running: the first one stays in the queue until it has run.
  lock.unlock();
  std::lock_guard<std::mutex> running(running_);
  lock.lock();
  if (!posts_.empty() && posts_.front() == post) posts_.pop_front();
}

void PostQueue::Call(const std::function<void()>& function) {
  class FunctionPost final : public Post {
   public:
    explicit FunctionPost(const std::function<void()>& function)
        : function_(function) {}
    void Run() noexcept override {
      function_();
      done.set_value();
    }
    std::promise<void> done;

   private:
    const std::function<void()>& function_;
  };
  FunctionPost post(function);
  Add(&post);
  post.done.get_future().wait();
  Remove(&post);
}

void PostQueue::Stop() {
  std::lock_guard<std::mutex> running(running_);
  std::lock_guard<std::mutex> lock(mutex_);
  stopped_ = true;
  posts_.clear();
}

void PostQueue::Discard(Buffer buffer) {
  if (buffer == nullptr) return;
  std::lock_guard<std::mutex> lock(mutex_);
  discarded_.push_back(std::move(buffer));
}

void PostQueue::handleEvents(int) {
  uint64_t count;
  [[maybe_unused]] const ssize_t got = read(wake_, &count, sizeof(count));
  std::vector<Buffer> discarded;
  while (true) {
    std::lock_guard<std::mutex> running(running_);
    Post* post;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      discarded.swap(discarded_);
      if (posts_.empty()) return;
      post = posts_.front();
    }
    discarded.clear();
    post->Run();
    std::lock_guard<std::mutex> lock(mutex_);
    posts_.pop_front();
  }
}

}  // namespace paddle::distributed

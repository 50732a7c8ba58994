// Lets Gloo's own thread begin messages.
#pragma once

#include <gloo/transport/tcp/device.h>
#include <gloo/transport/unbound_buffer.h>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace paddle::distributed {

// Something to be done by Gloo's thread.
class Post {
 public:
  Post() = default;
  virtual ~Post() = default;
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  virtual void Run() noexcept = 0;
};

// Gives work to the thread of a device. While another thread is inside a
// connection, that thread looks for events again and again without a pause: on
// a busy machine, where the other one may be interrupted there, a message then
// takes milliseconds. Thread safe.
//
// A thread that closes a connection keeps it locked until Gloo's thread comes
// round, which it never does while it waits for the connection in a post: close
// connections in a post, or after Stop.
class PostQueue final : private gloo::transport::tcp::Handler {
 public:
  using Buffer = std::unique_ptr<gloo::transport::UnboundBuffer>;

  explicit PostQueue(std::shared_ptr<gloo::transport::tcp::Device> device);
  // Nothing runs afterwards.
  ~PostQueue() override;

  // Runs the post soon, once. It must live until it has run or is removed.
  void Add(Post* post);
  // Returns when the post does not run, and will not.
  void Remove(Post* post);
  // Runs the function like a post, and returns when it has run. It must not
  // throw.
  void Call(const std::function<void()>& function);
  // Drops all posts, and those to come.
  void Stop();
  // Destroys a buffer that has no message under way. Its destructor would wait
  // without a pause until Gloo's thread is done with it.
  void Discard(Buffer buffer);

 private:
  void handleEvents(int events) override;

  const std::shared_ptr<gloo::transport::tcp::Device> device_;
  const int wake_;  // readable when there are posts

  std::mutex running_;  // held while posts run; locked first
  std::mutex mutex_;    // of all below
  bool stopped_ = false;
  std::deque<Post*> posts_;
  std::vector<Buffer> discarded_;
};

}  // namespace paddle::distributed

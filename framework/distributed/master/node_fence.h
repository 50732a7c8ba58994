// Watches whether a node may go on.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "paddle/framework/distributed/store/lease.h"

namespace paddle::distributed {

// Calls a function once, in a thread of its own, while there is time left
// before the lease has run out for anybody: the node's own thread may wait for
// a disk or the store then. A node whose thread does not come round any more
// loses its lease, too: if it led, another one has to.
class NodeFence {
 public:
  // The lease must outlive the fence; `ttl` is its time.
  NodeFence(Lease* lease, std::chrono::milliseconds ttl,
            std::function<void()> close);
  ~NodeFence();
  NodeFence(const NodeFence&) = delete;
  NodeFence& operator=(const NodeFence&) = delete;

  // True until the function was called.
  bool open() const { return open_; }
  // Says that the node's thread has come round.
  void Touch() { touched_ = std::chrono::steady_clock::now(); }

 private:
  bool IsSafe() const;
  void Watch();

  Lease* const lease_;
  const std::chrono::milliseconds ttl_;
  const std::function<void()> close_;
  std::atomic<std::chrono::steady_clock::time_point> touched_;
  std::atomic<bool> open_{true};
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace paddle::distributed

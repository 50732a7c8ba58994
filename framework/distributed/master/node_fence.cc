#include "paddle/framework/distributed/master/node_fence.h"

#include <algorithm>
#include <utility>

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kPause(20);
// Time to end processes.
constexpr milliseconds kMargin(1000);
// Times of a lease without a sign of the node's thread.
constexpr int kMostTimes = 3;

}  // namespace

NodeFence::NodeFence(Lease* lease, milliseconds ttl,
                     std::function<void()> close)
    : lease_(lease),
      ttl_(ttl),
      close_(std::move(close)),
      touched_(steady_clock::now()),
      thread_([this] { Watch(); }) {}

NodeFence::~NodeFence() {
  ended_ = true;
  thread_.join();
}

bool NodeFence::IsSafe() const {
  const milliseconds margin = std::min(kMargin, ttl_ / 4);
  return lease_->alive() && lease_->until() - steady_clock::now() > margin;
}

void NodeFence::Watch() {
  while (!ended_ && IsSafe()) {
    if (steady_clock::now() - touched_.load() > kMostTimes * ttl_) {
      lease_->Abandon();
    }
    std::this_thread::sleep_for(kPause);
  }
  if (ended_) return;
  close_();
  open_ = false;
}

}  // namespace paddle::distributed

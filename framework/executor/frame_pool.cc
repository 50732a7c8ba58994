#include "paddle/framework/executor/frame_pool.h"

#include <algorithm>
#include <utility>

namespace paddle::framework {

FramePool::FramePool(std::shared_ptr<const CompiledBlock> block,
                     FramePoolOptions options)
    : block_(std::move(block)), options_(options) {
  idle_.reserve(options_.max_idle);  // later runs allocate nothing
}

FramePool::~FramePool() = default;

std::unique_ptr<Frame> FramePool::Take(uint64_t key) {
  std::unique_ptr<Frame> frame = TakeIdle(key);
  if (frame != nullptr) return frame;
  return std::make_unique<Frame>(*block_, options_.max_plans);
}

std::unique_ptr<Frame> FramePool::TakeIdle(uint64_t key) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto chosen =
      std::find_if(idle_.begin(), idle_.end(),
                   [key](const auto& frame) { return frame->key() == key; });
  // If the pool is full, binding an idle frame anew is cheaper than a new frame
  // that could not be kept.
  const bool full = idle_.size() == options_.max_idle;
  if (chosen == idle_.end() && (full || options_.share_idle)) {
    chosen = idle_.begin();
  }
  if (chosen == idle_.end()) return nullptr;
  std::unique_ptr<Frame> frame = std::move(*chosen);
  idle_.erase(chosen);
  return frame;
}

void FramePool::GiveBack(std::unique_ptr<Frame> frame) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (idle_.size() < options_.max_idle) idle_.push_back(std::move(frame));
}

}  // namespace paddle::framework

// Keeps the frames of a compiled block between runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/frame.h"

namespace paddle::framework {

struct FramePoolOptions {
  // The number of idle frames to keep. More threads make new ones.
  size_t max_idle = 8;
  // The number of shape plans that each frame keeps.
  size_t max_plans = 8;
  // Let a run take any idle frame before a new one is made. Otherwise each key
  // gets a frame of its own while there is room.
  bool share_idle = false;
};

// A block and the frames of its runs. Thread safe: any number of threads may
// take frames and run them at the same time.
class FramePool {
 public:
  explicit FramePool(std::shared_ptr<const CompiledBlock> block,
                     FramePoolOptions options = {});
  ~FramePool();
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  const CompiledBlock& block() const { return *block_; }

  // Returns a frame for exclusive use, if possible the one that last ran with
  // this key (such as the uid of a scope), which is then bound already.
  std::unique_ptr<Frame> Take(uint64_t key);
  // Returns a frame to the pool; drops it if enough are idle. Frames of runs
  // that threw must not be returned.
  void GiveBack(std::unique_ptr<Frame> frame);

 private:
  // Returns null if a new frame has to be made.
  std::unique_ptr<Frame> TakeIdle(uint64_t key);

  const std::shared_ptr<const CompiledBlock> block_;
  const FramePoolOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Frame>> idle_;  // least recently used first
};

}  // namespace paddle::framework

// Keeps the frames of a compiled block between its runs.
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
  // Idle frames that are kept. More threads than this make new ones.
  size_t max_idle = 8;
  // Shape plans that each frame remembers.
  size_t max_plans = 8;
  // A run takes any idle frame before a new one is made. Otherwise each key has
  // a frame of its own as long as there is room.
  bool share_idle = false;
};

// A block, and what runs of it leave for later ones. Thread safe: any number of
// threads may take frames, and run them, at the same time.
class FramePool {
 public:
  explicit FramePool(std::shared_ptr<const CompiledBlock> block,
                     FramePoolOptions options = {});
  ~FramePool();
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  const CompiledBlock& block() const { return *block_; }

  // Returns a frame for the caller alone, if possible the one that last ran
  // with this key (the uid of a scope, say), which is then bound already.
  std::unique_ptr<Frame> Take(uint64_t key);
  // Puts a frame back, unless enough are idle. Frames of runs that threw are
  // dropped instead.
  void GiveBack(std::unique_ptr<Frame> frame);

 private:
  // Returns null if a new frame is to be made.
  std::unique_ptr<Frame> TakeIdle(uint64_t key);

  const std::shared_ptr<const CompiledBlock> block_;
  const FramePoolOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Frame>> idle_;  // least recently used first
};

}  // namespace paddle::framework

// Places the intermediates of a block in one arena.
#pragma once

#include <cstddef>
#include <vector>

namespace paddle::framework {

// A buffer and the instructions [first, last] during which it is in use.
struct BufferLife {
  size_t bytes = 0;
  int first = 0;
  int last = 0;
};

// The places of all buffers in the arena.
struct MemoryPlan {
  std::vector<size_t> offsets;  // of each buffer, in the order given
  size_t bytes = 0;             // of the arena
  // The largest sum of the bytes, rounded up to the alignment, of buffers that
  // are in use at the same time, and the first instruction where it is reached.
  // No plan takes less.
  size_t lower_bound = 0;
  int fullest = -1;  // -1: there is no buffer
};

// Places buffers so that those in use at the same time do not overlap. Greedy
// by size: the largest buffer first, each at the lowest free offset (Pisarchyk
// and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020,
// section 5.2). Where that takes more than a hundredth above the lower bound,
// other orders are tried, and the smallest result counts. Offsets are multiples
// of Allocator::kAlignment. Deterministic.
MemoryPlan PlanMemory(const std::vector<BufferLife>& buffers);

}  // namespace paddle::framework

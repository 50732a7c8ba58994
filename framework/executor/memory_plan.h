// Where in one arena the intermediates of a block lie.
#pragma once

#include <cstddef>
#include <vector>

namespace paddle::framework {

// A buffer and the instructions [first, last] during which it holds something.
struct BufferLife {
  size_t bytes = 0;
  int first = 0;
  int last = 0;
};

struct MemoryPlan {
  std::vector<size_t> offsets;  // of each buffer, in the order given
  size_t bytes = 0;             // of the arena
};

// Buffers whose lives meet do not overlap. Greedy by size: the largest buffer
// first, each at the lowest free offset (Pisarchyk and Lee, "Efficient Memory
// Management for Deep Neural Net Inference", 2020, section 5.2). Offsets are
// multiples of Allocator::kAlignment; deterministic.
MemoryPlan PlanMemory(const std::vector<BufferLife>& buffers);

}  // namespace paddle::framework

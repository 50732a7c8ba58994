// Makes an allocator of the two functions by which a system manages memory.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// The pair of functions that differs between places. Both are thread safe.
struct RawMemory {
  platform::Place place;
  // Returns at least `bytes` (> 0) bytes aligned to Allocator::kAlignment, or
  // null if memory runs out.
  std::function<void*(size_t bytes)> take;
  // Frees a block; `bytes` is the size that was requested. Does not throw.
  std::function<void(void* data, size_t bytes)> give_back;
};

// Returns an allocator that calls `memory` for each allocation and keeps
// statistics. Thread safe.
std::unique_ptr<Allocator> NewAllocator(RawMemory memory);

// Returns functions that allocate ordinary host memory and report it as memory
// of `place`. Large blocks use huge pages where the system has them.
RawMemory HostMemory(platform::Place place);
// Returns the size of the machine's memory in bytes; larger requests are
// refused.
size_t MachineMemory();

}  // namespace paddle::memory

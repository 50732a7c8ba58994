// An allocator from the two functions by which a system gives memory.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// What differs between the places. The functions are thread safe.
struct RawMemory {
  platform::Place place;
  // At least `bytes` bytes, of which there are some, aligned to
  // Allocator::kAlignment; null if there is no memory for them.
  std::function<void*(size_t bytes)> take;
  // `bytes` as they were asked for. Throws nothing.
  std::function<void(void* data, size_t bytes)> give_back;
};

// Asks `memory` for each allocation, and counts.
std::unique_ptr<Allocator> NewAllocator(RawMemory memory);

// Ordinary memory of the machine, seen as that of `place`. Large pieces ask for
// huge pages.
RawMemory HostMemory(platform::Place place);
// The bytes of memory the machine has: whoever asks it for more gets none.
size_t MachineMemory();

}  // namespace paddle::memory

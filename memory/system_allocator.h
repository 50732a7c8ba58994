// The allocators that ask the system each time; caches are put before them.
#pragma once

#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// Memory of the CPU, from aligned_alloc. Large pieces ask for huge pages.
std::unique_ptr<Allocator> NewCPUAllocator();

// Memory of a GPU, taken and given back in the order of its stream: what was
// submitted earlier may use memory that the host has given back. Unavailable,
// naming the place, if this build or machine does not have the GPU.
std::unique_ptr<Allocator> NewCUDAAllocator(int device);
// Memory of the CPU that GPUs reach directly. Keep it until a copy that was
// submitted is done: nothing orders the host. Unavailable if this build or
// machine has no GPU.
std::unique_ptr<Allocator> NewPinnedAllocator();

}  // namespace paddle::memory

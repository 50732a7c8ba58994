// The allocators that ask the system each time; caches are put before them.
#pragma once

#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// Memory of the CPU, from aligned_alloc. Large pieces ask for huge pages.
std::unique_ptr<Allocator> NewCPUAllocator();

}  // namespace paddle::memory

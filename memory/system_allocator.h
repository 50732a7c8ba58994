// Allocators that call the system for every allocation; a cache wraps them.
#pragma once

#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// Returns an allocator of host memory (aligned_alloc). Large blocks use huge
// pages where the system has them.
std::unique_ptr<Allocator> NewCPUAllocator();

// Returns an allocator of GPU memory that allocates and frees in stream order:
// work submitted earlier may still use memory that the host has freed. Throws
// Unavailable, naming the place, if this build or machine lacks the GPU.
std::unique_ptr<Allocator> NewCUDAAllocator(int device);
// Returns an allocator of page-locked host memory, which GPUs access directly.
// The stream does not order its release: keep an allocation alive until copies
// that use it are complete. Throws Unavailable if this build or machine has no
// GPU.
std::unique_ptr<Allocator> NewPinnedAllocator();

}  // namespace paddle::memory

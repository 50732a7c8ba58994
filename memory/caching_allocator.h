// An allocator that keeps freed blocks and reuses them.
#pragma once

#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// Rounds a request up to its size class: a multiple of 64 bytes, at most a
// quarter larger than the request. Sizes close to the largest size_t are not
// rounded.
size_t SizeClass(size_t bytes);

// Returns a thread-safe allocator that caches the blocks of `source`. A freed
// block serves the next request of its size class, the newest block first. A
// request of a MiB or more for which there is none is served by the smallest
// block that fits and is at most twice as large: memory that the process has
// touched costs no time. If `source` is out of memory, the cache is emptied and
// the request repeated; if that fails too, the error also reports the memory in
// use. Statistics count requested bytes, except `cached`, which counts whole
// blocks.
std::unique_ptr<Allocator> NewCachingAllocator(
    std::unique_ptr<Allocator> source);

}  // namespace paddle::memory

// An allocator that keeps what is given back, for the next who asks.
#pragma once

#include <memory>

#include "paddle/memory/allocator.h"

namespace paddle::memory {

// Rounds a request up to its size class: a multiple of 64 bytes, at most a
// quarter more than asked for. Sizes near the end of the address space stay as
// they are.
size_t SizeClass(size_t bytes);

// Puts a cache before `source`. A block given back is kept and serves the next
// request of its size class, newest first. When the source has no memory the
// cache is emptied and the source asked again; the error, if it stays, names
// what is in use. The statistics count bytes as asked for; `cached` counts
// whole blocks.
std::unique_ptr<Allocator> NewCachingAllocator(
    std::unique_ptr<Allocator> source);

}  // namespace paddle::memory

// Allocates host memory that may have huge pages.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>

namespace paddle::memory {

constexpr size_t kHugePage = size_t{2} << 20;

// Returns the least multiple of `unit` that is not below `bytes`.
constexpr size_t RoundedUp(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// Returns `bytes` bytes aligned to `alignment`, both multiples of kHugePage, in
// huge pages where the system has them; null if memory runs out. std::free
// frees them.
inline void* AllocateHugePages(size_t bytes, size_t alignment) {
  void* const data = std::aligned_alloc(alignment, bytes);
  // Advisory: a failure does no harm.
  if (data != nullptr) madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

}  // namespace paddle::memory

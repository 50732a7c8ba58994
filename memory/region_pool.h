// Cuts blocks of middle size from regions of huge pages.
#pragma once

#include <cstddef>
#include <mutex>

#include "absl/container/flat_hash_map.h"

namespace paddle::memory {

// A block that is smaller than a huge page cannot have one of its own; a page
// fault for each 4 KiB of it costs more than what is usually done with it once.
// Blocks lie side by side in regions that may have huge pages, in the order in
// which they were taken; the memory of one is used again when its whole region
// is free. Meant for what is kept, as a cache above keeps it. Thread safe.
class RegionPool {
 public:
  static constexpr size_t kRegion = size_t{32} << 20;
  static constexpr size_t kLargest = kRegion / 8;

  RegionPool() = default;
  RegionPool(const RegionPool&) = delete;
  RegionPool& operator=(const RegionPool&) = delete;
  ~RegionPool();

  // Returns at least `bytes` bytes, at most kLargest, aligned to a line of the
  // cache of 64 bytes; null if the system has no memory for another region.
  void* Take(size_t bytes);
  // Takes back a block that Take returned. A region without blocks goes back to
  // the system.
  void GiveBack(void* block);

  // Returns the number of regions that the pool has from the system.
  size_t regions() const;

 private:
  struct Region {
    size_t used = 0;    // bytes that were taken, from the beginning on
    size_t blocks = 0;  // that were not given back
  };

  // Both are called with the mutex held.
  bool Fits(size_t bytes) const;
  void Drop(char* region);

  mutable std::mutex mutex_;
  absl::flat_hash_map<char*, Region> regions_;  // by address
  char* open_ = nullptr;  // the region that blocks are taken from
};

}  // namespace paddle::memory

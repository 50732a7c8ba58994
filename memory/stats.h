// Counts the memory in use.
#pragma once

#include <atomic>
#include <cstdint>

namespace paddle::memory {

// A snapshot of one allocator's counters; bytes, except the last.
struct Stats {
  int64_t current = 0;      // held by allocations that are alive
  int64_t peak = 0;         // the largest `current` since the last reset
  int64_t cached = 0;       // kept for reuse, held by nobody
  int64_t allocations = 0;  // calls of Allocate so far
};

// Counters of one allocator. Thread safe and lock-free; a snapshot taken while
// other threads allocate may combine values of different moments.
class StatsCounter {
 public:
  void Allocated(int64_t bytes);
  void Freed(int64_t bytes);
  // negative: taken from the cache
  void Cached(int64_t bytes) { cached_ += bytes; }
  void ResetPeak() { peak_ = current_.load(); }
  Stats Snapshot() const;

 private:
  std::atomic<int64_t> current_{0};
  std::atomic<int64_t> peak_{0};
  std::atomic<int64_t> cached_{0};
  std::atomic<int64_t> allocations_{0};
};

}  // namespace paddle::memory

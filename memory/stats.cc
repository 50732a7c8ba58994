#include "paddle/memory/stats.h"

namespace paddle::memory {

void StatsCounter::Allocated(int64_t bytes) {
  ++allocations_;
  const int64_t now = current_ += bytes;
  int64_t peak = peak_.load();
  while (peak < now && !peak_.compare_exchange_weak(peak, now)) {
  }
}

void StatsCounter::Freed(int64_t bytes) { current_ -= bytes; }

Stats StatsCounter::Snapshot() const {
  return {current_.load(), peak_.load(), cached_.load(), allocations_.load()};
}

}  // namespace paddle::memory

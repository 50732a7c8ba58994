// Counts what a model has been asked, and how long it took.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace paddle::serving {

// Counts values by powers of two. Thread safe; each number is right by itself.
class PowerHistogram {
 public:
  static constexpr int kBuckets = 24;

  void Add(uint64_t value) {
    int bucket = 0;
    while (bucket + 1 < kBuckets && value > UpperBound(bucket)) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
  }
  // The largest value of a bucket; the last one has no bound.
  static uint64_t UpperBound(int bucket) { return uint64_t{1} << bucket; }
  uint64_t count(int bucket) const { return counts_[bucket].load(); }
  uint64_t sum() const { return sum_.load(); }
  uint64_t total() const {
    uint64_t total = 0;
    for (const auto& count : counts_) total += count.load();
    return total;
  }

 private:
  std::array<std::atomic<uint64_t>, kBuckets> counts_{};
  std::atomic<uint64_t> sum_{0};
};

// The fate of a request.
enum class Outcome {
  kDone,     // computed
  kFailed,   // an operator refused its values
  kExpired,  // its deadline was past before it was computed
  kGone,     // its client had gone before it was computed
  kRefused,  // the queue was full
};
inline constexpr int kOutcomes = 5;

// The numbers of one version of a model, since it was loaded. Thread safe.
struct ModelStats {
  std::array<std::atomic<uint64_t>, kOutcomes> requests{};
  std::atomic<uint64_t> batches{0};
  std::atomic<uint64_t> rows{0};
  // Nanoseconds of requests that were computed.
  std::atomic<uint64_t> queue_time{0};
  std::atomic<uint64_t> compute_time{0};
  std::atomic<int64_t> last_inference{0};  // milliseconds since 1970
  PowerHistogram queue_microseconds;
  PowerHistogram compute_microseconds;  // of batches
  PowerHistogram batch_rows;
  PowerHistogram batch_requests;

  void Count(Outcome outcome) {
    requests[static_cast<size_t>(outcome)].fetch_add(1,
                                                     std::memory_order_relaxed);
  }
  uint64_t count(Outcome outcome) const {
    return requests[static_cast<size_t>(outcome)].load();
  }
};

}  // namespace paddle::serving

#include "paddle/memory/caching_allocator.h"

#include <mutex>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/platform/enforce.h"

namespace paddle::memory {
namespace {

using platform::Error;
using platform::ErrorCode;

using Block = std::shared_ptr<Allocation>;

// The cached blocks by size class. Allocations share it, because they may
// outlive the allocator and still have to return their blocks. Thread safe.
class BlockCache {
 public:
  explicit BlockCache(std::unique_ptr<Allocator> source)
      : source_(std::move(source)) {}

  Block Take(size_t size) {
    if (Block block = TakeKept(size)) return block;
    try {
      return source_->Allocate(size);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kResourceExhausted) throw;
    }
    Release();
    return source_->Allocate(size);
  }

  void Give(Block block) noexcept {
    const int64_t size = static_cast<int64_t>(block->size());
    try {
      const std::lock_guard<std::mutex> lock(mutex_);
      kept_[block->size()].push_back(std::move(block));
      stats_.Cached(size);
    } catch (const std::bad_alloc&) {
      // The list could not grow; the block goes back to the source.
    }
  }

  void Release() {
    absl::flat_hash_map<size_t, std::vector<Block>> released;
    const std::lock_guard<std::mutex> lock(mutex_);
    released.swap(kept_);
    for (const auto& [size, blocks] : released) {
      stats_.Cached(-static_cast<int64_t>(size * blocks.size()));
    }
  }

  const Allocator& source() const { return *source_; }
  StatsCounter& stats() { return stats_; }

 private:
  Block TakeKept(size_t size) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<Block>* const blocks = BlocksFor(size);
    if (blocks == nullptr) return nullptr;
    Block block = std::move(blocks->back());
    blocks->pop_back();
    stats_.Cached(-static_cast<int64_t>(block->size()));
    return block;
  }

  // Returns the blocks of the smallest size that serves a request; null if
  // there are none. Called with the mutex held.
  std::vector<Block>* BlocksFor(size_t size) {
    const auto found = kept_.find(size);
    if (found != kept_.end() && !found->second.empty()) return &found->second;
    if (size < kLarge) return nullptr;
    std::vector<Block>* best = nullptr;
    for (auto& [kept, blocks] : kept_) {
      const bool serves = kept > size && kept / 2 <= size && !blocks.empty();
      if (serves && (best == nullptr || kept < best->back()->size())) {
        best = &blocks;
      }
    }
    return best;
  }

  // From so many bytes on fresh memory costs more time than a search for
  // another block.
  static constexpr size_t kLarge = size_t{1} << 20;

  const std::unique_ptr<Allocator> source_;
  StatsCounter stats_;
  std::mutex mutex_;
  absl::flat_hash_map<size_t, std::vector<Block>> kept_;  // guarded by mutex_
};

class CachedAllocation final : public Allocation {
 public:
  CachedAllocation(Block block, size_t asked, std::shared_ptr<BlockCache> cache)
      : Allocation(block->data(), block->size(), block->place()),
        asked_(static_cast<int64_t>(asked)),
        block_(std::move(block)),
        cache_(std::move(cache)) {
    cache_->stats().Allocated(asked_);
  }
  ~CachedAllocation() override {
    cache_->stats().Freed(asked_);
    cache_->Give(std::move(block_));
  }

 private:
  const int64_t asked_;
  Block block_;
  const std::shared_ptr<BlockCache> cache_;
};

class CachingAllocator final : public Allocator {
 public:
  explicit CachingAllocator(std::unique_ptr<Allocator> source)
      : cache_(std::make_shared<BlockCache>(std::move(source))) {}

  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    return std::make_shared<CachedAllocation>(cache_->Take(SizeClass(bytes)),
                                              bytes, cache_);
  }
  platform::Place place() const override { return cache_->source().place(); }
  Stats stats() const override { return cache_->stats().Snapshot(); }
  void ResetPeak() override { cache_->stats().ResetPeak(); }
  void ReleaseCached() override { cache_->Release(); }

 private:
  const std::shared_ptr<BlockCache> cache_;
};

}  // namespace

size_t SizeClass(size_t bytes) {
  constexpr size_t kSmallest = Allocator::kAlignment;
  if (bytes <= kSmallest) return kSmallest;
  size_t power = kSmallest;
  while (power <= SIZE_MAX / 2 && power * 2 < bytes) power *= 2;
  const size_t step = power / 4 > kSmallest ? power / 4 : kSmallest;
  if (bytes > SIZE_MAX - step) return bytes;
  return (bytes + step - 1) / step * step;
}

std::unique_ptr<Allocator> NewCachingAllocator(
    std::unique_ptr<Allocator> source) {
  return std::make_unique<CachingAllocator>(std::move(source));
}

}  // namespace paddle::memory

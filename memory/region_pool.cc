#include "paddle/memory/region_pool.h"

#include <cstdint>
#include <cstdlib>

#include "paddle/memory/allocator.h"
#include "paddle/memory/huge_pages.h"

namespace paddle::memory {

namespace {

constexpr size_t kLine = Allocator::kAlignment;
// Between blocks: those that begin at the same place of a page would compete
// for the same lines of the cache.
constexpr size_t kGap = 5 * kLine;

char* RegionOf(void* block) {
  char* const address = static_cast<char*>(block);
  return address - reinterpret_cast<uintptr_t>(address) % RegionPool::kRegion;
}

}  // namespace

RegionPool::~RegionPool() {
  for (const auto& entry : regions_) std::free(entry.first);
}

bool RegionPool::Fits(size_t bytes) const {
  return open_ != nullptr && regions_.at(open_).used + bytes <= kRegion;
}

void* RegionPool::Take(size_t bytes) {
  const size_t rounded = RoundedUp(bytes, kLine) + kGap;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!Fits(rounded)) {
    // Aligned to its size, which finds it for a block.
    auto* region = static_cast<char*>(AllocateHugePages(kRegion, kRegion));
    if (region == nullptr) return nullptr;
    regions_.emplace(region, Region());
    open_ = region;
  }
  Region& region = regions_.at(open_);
  void* const block = open_ + region.used;
  region.used += rounded;
  ++region.blocks;
  return block;
}

void RegionPool::GiveBack(void* block) {
  char* const region = RegionOf(block);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (--regions_.at(region).blocks == 0) Drop(region);
}

void RegionPool::Drop(char* region) {
  regions_.erase(region);
  if (open_ == region) open_ = nullptr;
  std::free(region);
}

size_t RegionPool::regions() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return regions_.size();
}

}  // namespace paddle::memory

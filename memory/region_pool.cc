#include "paddle/memory/region_pool.h"

#include <sys/mman.h>

#include <cstdint>

namespace paddle::memory {

namespace {

constexpr size_t kLine = 64;
// Between blocks: those that begin at the same place of a page would compete
// for the same lines of the cache.
constexpr size_t kGap = 5 * kLine;

size_t RoundedUp(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// Returns a region that is aligned to its size, or null.
char* MapRegion() {
  constexpr size_t kSize = RegionPool::kRegion;
  void* mapped = mmap(nullptr, 2 * kSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(mapped);
  const size_t before = RoundedUp(reinterpret_cast<uintptr_t>(begin), kSize) -
                        reinterpret_cast<uintptr_t>(begin);
  char* const region = begin + before;
  if (before > 0) munmap(begin, before);
  if (before < kSize) munmap(region + kSize, kSize - before);
  madvise(region, kSize, MADV_HUGEPAGE);  // advisory: a failure does no harm
  return region;
}

char* RegionOf(void* block) {
  char* const address = static_cast<char*>(block);
  return address - reinterpret_cast<uintptr_t>(address) % RegionPool::kRegion;
}

}  // namespace

RegionPool::~RegionPool() {
  for (const auto& entry : regions_) munmap(entry.first, kRegion);
}

bool RegionPool::Fits(size_t bytes) const {
  return open_ != nullptr && regions_.at(open_).used + bytes <= kRegion;
}

void* RegionPool::Take(size_t bytes) {
  const size_t rounded = RoundedUp(bytes, kLine) + kGap;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!Fits(rounded)) {
    char* const region = MapRegion();
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
  munmap(region, kRegion);
  regions_.erase(region);
  if (open_ == region) open_ = nullptr;
}

size_t RegionPool::regions() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return regions_.size();
}

}  // namespace paddle::memory

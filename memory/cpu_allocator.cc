#include <cstdlib>
#include <memory>

#include "paddle/memory/huge_pages.h"
#include "paddle/memory/raw_memory.h"
#include "paddle/memory/region_pool.h"
#include "paddle/memory/system_allocator.h"

namespace paddle::memory {
namespace {

// Smaller blocks are a few pages, which cost little.
constexpr size_t kMiddle = size_t{256} << 10;

// A sanitizer finds the end of what malloc returns, not that of a part.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHasRegions = false;
#else
constexpr bool kHasRegions = true;
#endif

// Lives as long as the process: allocations may outlive static variables.
RegionPool& Regions() {
  static auto* pool = new RegionPool;
  return *pool;
}

bool IsInRegion(size_t bytes) {
  return kHasRegions && bytes >= kMiddle && bytes <= RegionPool::kLargest;
}

// Under overcommit the kernel would promise more than the machine has, and kill
// the process when the memory is touched.
void* SystemAllocate(size_t bytes) {
  if (bytes > MachineMemory()) return nullptr;
  if (IsInRegion(bytes)) return Regions().Take(bytes);
  if (bytes < 2 * kHugePage) {
    return std::aligned_alloc(Allocator::kAlignment,
                              RoundedUp(bytes, Allocator::kAlignment));
  }
  return AllocateHugePages(RoundedUp(bytes, kHugePage), kHugePage);
}

void SystemFree(void* data, size_t bytes) {
  if (IsInRegion(bytes)) return Regions().GiveBack(data);
  std::free(data);
}

}  // namespace

RawMemory HostMemory(platform::Place place) {
  return {place, &SystemAllocate, &SystemFree};
}

std::unique_ptr<Allocator> NewCPUAllocator() {
  return NewAllocator(HostMemory(platform::CPUPlace()));
}

}  // namespace paddle::memory

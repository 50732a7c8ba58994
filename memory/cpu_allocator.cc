#include <sys/mman.h>

#include <cstdlib>
#include <memory>

#include "paddle/memory/raw_memory.h"
#include "paddle/memory/system_allocator.h"

namespace paddle::memory {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

// Under overcommit the kernel would promise more than the machine has, and kill
// the process when the memory is touched.
void* SystemAllocate(size_t bytes) {
  if (bytes > MachineMemory()) return nullptr;
  const size_t alignment =
      bytes >= 2 * kHugePage ? kHugePage : Allocator::kAlignment;
  const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* data = std::aligned_alloc(alignment, rounded);
  if (data != nullptr && alignment == kHugePage) {
    madvise(data, rounded, MADV_HUGEPAGE);  // advisory: a failure does no harm
  }
  return data;
}

}  // namespace

RawMemory HostMemory(platform::Place place) {
  return {place, &SystemAllocate, [](void* data, size_t) { std::free(data); }};
}

std::unique_ptr<Allocator> NewCPUAllocator() {
  return NewAllocator(HostMemory(platform::CPUPlace()));
}

}  // namespace paddle::memory

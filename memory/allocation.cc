#include "paddle/memory/allocation.h"

#include "paddle/memory/caching_allocator.h"
#include "paddle/memory/system_allocator.h"
#include "paddle/platform/enforce.h"

namespace paddle::memory {

Allocator& AllocatorOf(platform::Place place) {
  // Never destroyed: tensors of static storage may outlive it otherwise.
  static Allocator* const cpu =
      NewCachingAllocator(NewCPUAllocator()).release();
  PADDLE_ENFORCE(place.is_cpu(), Unavailable, "no memory on ", place.ToString(),
                 ": this build has no allocator for it");
  return *cpu;
}

}  // namespace paddle::memory

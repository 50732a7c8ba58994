#include "paddle/operators/math/loops/thread_scratch.h"

#include <array>
#include <memory>

#include "paddle/memory/allocation.h"

namespace paddle::operators::kernels {

void* ThreadScratch(ScratchSlot slot, size_t bytes) {
  thread_local std::array<std::shared_ptr<memory::Allocation>, kScratchSlots>
      slots;
  auto& held = slots[static_cast<int>(slot)];
  if (held == nullptr || held->size() < bytes) {
    // Released first: a thread never holds the old and the new memory at once.
    held = nullptr;
    held = memory::AllocatorOf(platform::CPUPlace()).Allocate(bytes);
  }
  return held->data();
}

}  // namespace paddle::operators::kernels

#include <memory>

#include "paddle/memory/raw_memory.h"
#include "paddle/memory/system_allocator.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/emulated_memory.h"

namespace paddle::memory {

std::unique_ptr<Allocator> NewCUDAAllocator(int device) {
  const platform::Place place = platform::CUDAPlace(device);
  platform::DeviceContextOf(place);  // Unavailable if there is none
  return NewAllocator(
      {place, &platform::NewEmulatedMemory, &platform::DeleteEmulatedMemory});
}

std::unique_ptr<Allocator> NewPinnedAllocator() {
  return NewAllocator(
      HostMemory(platform::Place(platform::PlaceKind::kCUDAPinned)));
}

}  // namespace paddle::memory

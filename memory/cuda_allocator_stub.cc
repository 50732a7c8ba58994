#include <memory>

#include "paddle/memory/system_allocator.h"
#include "paddle/platform/enforce.h"

namespace paddle::memory {
namespace {

[[noreturn]] void FailOn(platform::Place place) {
  PADDLE_THROW(Unavailable, "no memory on ", place.ToString(),
               ": this build has no allocator for it");
}

}  // namespace

std::unique_ptr<Allocator> NewCUDAAllocator(int device) {
  FailOn(platform::CUDAPlace(device));
}

std::unique_ptr<Allocator> NewPinnedAllocator() {
  FailOn(platform::Place(platform::PlaceKind::kCUDAPinned));
}

}  // namespace paddle::memory

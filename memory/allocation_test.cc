#include "paddle/memory/allocation.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::memory {
namespace {

constexpr platform::Place kPinned(platform::PlaceKind::kCUDAPinned);

void ExpectOneCachingAllocator(platform::Place place) {
  Allocator& allocator = AllocatorOf(place);
  EXPECT_EQ(&AllocatorOf(place), &allocator);
  EXPECT_EQ(allocator.place(), place);
  const int64_t before = allocator.stats().current;
  {
    const auto block = allocator.Allocate(1000);
    EXPECT_EQ(allocator.stats().current, before + 1000);
  }
  EXPECT_EQ(allocator.stats().current, before);
  EXPECT_GT(allocator.stats().cached, 0);
}

TEST(AllocatorOf, OneCachingAllocatorForTheCPU) {
  ExpectOneCachingAllocator(platform::CPUPlace());
}

TEST(AllocatorOf, OneForEachGPUAndOneForPinnedMemory) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (int device = 0; device < platform::CUDADeviceCount(); ++device) {
    ExpectOneCachingAllocator(platform::CUDAPlace(device));
  }
  ExpectOneCachingAllocator(kPinned);
}

TEST(AllocatorOf, NamesThePlaceThatIsNotThere) {
  EXPECT_ERROR(AllocatorOf(platform::CUDAPlace(99)), Unavailable,
               "no memory on CUDA:99");
  EXPECT_ERROR(AllocatorOf(platform::CUDAPlace(-1)), Unavailable,
               "no memory on CUDA:-1");
  if (platform::CUDADeviceCount() > 0) return;
  EXPECT_ERROR(AllocatorOf(kPinned), Unavailable, "CUDAPinned");
}

}  // namespace
}  // namespace paddle::memory

#include "paddle/memory/allocation.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::memory {
namespace {

TEST(AllocatorOf, OneCachingAllocatorForTheCPU) {
  Allocator& allocator = AllocatorOf(platform::CPUPlace());
  EXPECT_EQ(&AllocatorOf(platform::CPUPlace()), &allocator);
  EXPECT_EQ(allocator.place(), platform::CPUPlace());
  const int64_t before = allocator.stats().current;
  {
    const auto block = allocator.Allocate(1000);
    EXPECT_EQ(allocator.stats().current, before + 1000);
  }
  EXPECT_EQ(allocator.stats().current, before);
  EXPECT_GT(allocator.stats().cached, 0);
}

TEST(AllocatorOf, NamesThePlaceThatIsNotThere) {
  EXPECT_ERROR(AllocatorOf(platform::CUDAPlace(99)), Unavailable, "CUDA:99");
}

}  // namespace
}  // namespace paddle::memory

#include "paddle/memory/arena.h"

#include <cstdint>

#include "gtest/gtest.h"

#include "paddle/memory/system_allocator.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::memory {
namespace {

TEST(Arena, PiecesAreAlignedAndApart) {
  const auto allocator = NewCPUAllocator();
  Arena arena(allocator.get());
  EXPECT_EQ(arena.Append(10), 0u);
  EXPECT_EQ(arena.Append(0), 64u);
  EXPECT_EQ(arena.Append(65), 64u);
  EXPECT_EQ(arena.Append(1), 192u);
  EXPECT_EQ(arena.size(), 193u);
  EXPECT_EQ(arena.capacity(), 0u);
  EXPECT_GE(arena.Memory()->size(), 193u);
}

TEST(Arena, CapacityOnlyGrowsAndAddressesStay) {
  const auto allocator = NewCPUAllocator();
  Arena arena(allocator.get());
  arena.Append(1000);
  const void* first = arena.Memory()->data();
  arena.Clear();
  arena.Append(500);
  EXPECT_EQ(arena.Memory()->data(), first);
  EXPECT_EQ(arena.capacity(), 1000u);
  arena.Clear();
  arena.Extend(2000);
  arena.Extend(10);
  EXPECT_EQ(arena.Memory()->size(), 2000u);
  EXPECT_EQ(allocator->stats().allocations, 2);
  EXPECT_EQ(allocator->stats().peak, 2000);  // never both at once
}

TEST(Arena, AnEmptyLayoutHasMemoryToo) {
  const auto allocator = NewCPUAllocator();
  EXPECT_NE(Arena(allocator.get()).Memory()->data(), nullptr);
}

TEST(Arena, LayoutOverflowIsReported) {
  const auto allocator = NewCPUAllocator();
  Arena arena(allocator.get());
  arena.Append(100);
  EXPECT_ERROR(arena.Append(SIZE_MAX - 100), ResourceExhausted,
               "an arena of 100 bytes cannot hold");
  arena.Extend(SIZE_MAX);
  EXPECT_ERROR(arena.Append(0), ResourceExhausted, "cannot hold 0 more");
  EXPECT_ERROR(arena.Memory(), ResourceExhausted, "no memory on CPU");
}

}  // namespace
}  // namespace paddle::memory

#include "paddle/memory/caching_allocator.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/system_allocator.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::memory {
namespace {

// Has room for `limit` bytes.
class LimitedAllocator final : public Allocator {
 public:
  explicit LimitedAllocator(int64_t limit) : limit_(limit) {}
  std::shared_ptr<Allocation> Allocate(size_t bytes) override {
    PADDLE_ENFORCE(stats().current + static_cast<int64_t>(bytes) <= limit_,
                   ResourceExhausted, "no room for ", bytes, " bytes");
    return cpu_->Allocate(bytes);
  }
  platform::Place place() const override { return platform::CPUPlace(); }
  Stats stats() const override { return cpu_->stats(); }
  void ResetPeak() override { cpu_->ResetPeak(); }

 private:
  const std::unique_ptr<Allocator> cpu_ = NewCPUAllocator();
  const int64_t limit_;
};

TEST(SizeClass, AtMostAQuarterMore) {
  EXPECT_EQ(SizeClass(0), 64u);
  EXPECT_EQ(SizeClass(64), 64u);
  EXPECT_EQ(SizeClass(65), 128u);
  EXPECT_EQ(SizeClass(1024), 1024u);
  EXPECT_EQ(SizeClass(1025), 1280u);
  for (size_t bytes = 256; bytes < 5000000; bytes = bytes * 9 / 8 + 1) {
    const size_t size = SizeClass(bytes);
    EXPECT_GE(size, bytes);
    EXPECT_LE(size - bytes, bytes / 4 + 1);
    EXPECT_EQ(size % 64, 0u);
    EXPECT_EQ(SizeClass(size), size);
  }
  EXPECT_EQ(SizeClass(SIZE_MAX), SIZE_MAX);
}

TEST(CachingAllocator, GivesTheSameBlockAgain) {
  const auto allocator = NewCachingAllocator(NewCPUAllocator());
  const void* first = allocator->Allocate(1000)->data();
  EXPECT_EQ(allocator->stats().cached, 1024);
  EXPECT_EQ(allocator->Allocate(900)->data(), first);
  const auto held = allocator->Allocate(1000);
  EXPECT_EQ(allocator->stats().cached, 0);
  EXPECT_NE(allocator->Allocate(1000)->data(), first);
}

TEST(CachingAllocator, ALargeBlockServesSmallerRequests) {
  constexpr int64_t kMiB = int64_t{1} << 20;
  const auto allocator = NewCachingAllocator(NewCPUAllocator());
  auto middle = allocator->Allocate(3 * kMiB);
  auto large = allocator->Allocate(4 * kMiB);
  const void* const places[] = {middle->data(), large->data()};
  middle.reset();
  large.reset();
  const auto first = allocator->Allocate(2 * kMiB);
  EXPECT_EQ(first->data(), places[0]);
  EXPECT_EQ(allocator->stats().current, 2 * kMiB);
  EXPECT_EQ(allocator->stats().cached, 4 * kMiB);
  const auto second = allocator->Allocate(2 * kMiB);
  EXPECT_EQ(second->data(), places[1]);
  EXPECT_EQ(allocator->stats().cached, 0);
}

TEST(CachingAllocator, NoBlockServesWhatIsMuchSmaller) {
  constexpr int64_t kMiB = int64_t{1} << 20;
  const auto allocator = NewCachingAllocator(NewCPUAllocator());
  allocator->Allocate(4 * kMiB);
  const auto less_than_half = allocator->Allocate(kMiB);
  EXPECT_EQ(allocator->stats().cached, 4 * kMiB);
  allocator->ReleaseCached();
  allocator->Allocate(1024);
  const auto small = allocator->Allocate(640);
  EXPECT_EQ(allocator->stats().cached, 1024);
}

TEST(CachingAllocator, ReleaseCachedReachesTheSource) {
  auto source = std::make_unique<LimitedAllocator>(1 << 20);
  const Allocator& counted = *source;
  const auto allocator = NewCachingAllocator(std::move(source));
  allocator->Allocate(1000);
  EXPECT_EQ(counted.stats().current, 1024);
  allocator->ReleaseCached();
  EXPECT_EQ(counted.stats().current, 0);
}

TEST(CachingAllocator, ACacheInTheWayIsEmptied) {
  const auto allocator =
      NewCachingAllocator(std::make_unique<LimitedAllocator>(4096));
  allocator->Allocate(3072);
  EXPECT_EQ(allocator->stats().cached, 3072);
  const auto other = allocator->Allocate(2048);
  EXPECT_EQ(allocator->stats().cached, 0);
  EXPECT_ERROR(allocator->Allocate(3072), ResourceExhausted,
               "no room for 3072 bytes");
}

}  // namespace
}  // namespace paddle::memory

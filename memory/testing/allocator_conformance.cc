#include "paddle/memory/testing/allocator_conformance.h"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "paddle/memory/copy.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::memory {
namespace {

using Block = std::shared_ptr<Allocation>;

constexpr size_t kSizes[] = {0,    1,       63,      64,           65,
                             1000, 1 << 12, 1 << 20, (5 << 20) + 1};
// More than any machine has, and small enough for sums not to overflow.
constexpr size_t kTooMuch = size_t{1} << 60;

}  // namespace

std::string AllocatorCaseName(
    const ::testing::TestParamInfo<AllocatorCase>& info) {
  return info.param.name;
}

void AllocatorConformance::SetUp() {
  try {
    allocator_ = GetParam().make();
  } catch (const platform::Error& error) {
    if (error.code() != platform::ErrorCode::kUnavailable) throw;
    GTEST_SKIP() << error.what();
  }
}

void AllocatorConformance::Fill(const Allocation& allocation,
                                unsigned char value) {
  const std::vector<unsigned char> bytes(allocation.size(), value);
  Copy(allocation.place(), allocation.data(), platform::CPUPlace(),
       bytes.data(), bytes.size());
}

bool AllocatorConformance::Holds(const Allocation& allocation,
                                 unsigned char value) {
  std::vector<unsigned char> bytes(allocation.size());
  Copy(platform::CPUPlace(), bytes.data(), allocation.place(),
       allocation.data(), bytes.size());
  return std::all_of(bytes.begin(), bytes.end(),
                     [value](unsigned char byte) { return byte == value; });
}

TEST_P(AllocatorConformance, AlignedAndLargeEnough) {
  for (const size_t size : kSizes) {
    const Block block = allocator_->Allocate(size);
    ASSERT_NE(block->data(), nullptr) << size;
    EXPECT_GE(block->size(), size);
    EXPECT_EQ(
        reinterpret_cast<uintptr_t>(block->data()) % Allocator::kAlignment, 0u);
    EXPECT_EQ(block->place(), allocator_->place());
  }
}

TEST_P(AllocatorConformance, PiecesDoNotOverlap) {
  std::vector<Block> blocks;
  for (int i = 0; i < 100; ++i) {
    blocks.push_back(allocator_->Allocate(kSizes[i % 7]));
    Fill(*blocks.back(), static_cast<unsigned char>(i));
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(Holds(*blocks[i], static_cast<unsigned char>(i))) << i;
  }
}

TEST_P(AllocatorConformance, MemoryCanBeUsedAgain) {
  for (int round = 0; round < 1000; ++round) {
    const Block block = allocator_->Allocate(8 << 20);
    const char one = 1;
    Copy(block->place(), static_cast<char*>(block->data()) + round,
         platform::CPUPlace(), &one, 1);
  }
  EXPECT_EQ(allocator_->stats().current, 0);
  EXPECT_EQ(allocator_->stats().peak, 8 << 20);
}

TEST_P(AllocatorConformance, ZeroBytesAreSeparateObjects) {
  const Block a = allocator_->Allocate(0);
  const Block b = allocator_->Allocate(0);
  EXPECT_NE(a, b);
  EXPECT_NE(a->data(), nullptr);
  EXPECT_EQ(allocator_->stats().current, 0);
}

TEST_P(AllocatorConformance, CountsWhatWasAskedFor) {
  const Block first = allocator_->Allocate(1000);
  {
    const Block second = allocator_->Allocate(500);
    EXPECT_EQ(allocator_->stats().current, 1500);
  }
  EXPECT_EQ(allocator_->stats().current, 1000);
  EXPECT_EQ(allocator_->stats().peak, 1500);
  EXPECT_EQ(allocator_->stats().allocations, 2);
  allocator_->ResetPeak();
  EXPECT_EQ(allocator_->stats().peak, 1000);
}

TEST_P(AllocatorConformance, ExhaustedMemoryIsAnErrorThatNamesTheSize) {
  const Block kept = allocator_->Allocate(100);
  Fill(*kept, 7);
  EXPECT_ERROR(allocator_->Allocate(kTooMuch), ResourceExhausted,
               std::to_string(kTooMuch));
  EXPECT_ERROR(allocator_->Allocate(SIZE_MAX), ResourceExhausted,
               std::to_string(SIZE_MAX));
  EXPECT_ERROR(allocator_->Allocate(SIZE_MAX - 100), ResourceExhausted,
               allocator_->place().ToString());
  EXPECT_TRUE(Holds(*kept, 7));
  EXPECT_EQ(allocator_->stats().current, 100);
  EXPECT_NE(allocator_->Allocate(100), nullptr);
}

TEST_P(AllocatorConformance, ReleaseCachedKeepsWhatIsAlive) {
  const Block kept = allocator_->Allocate(1000);
  Fill(*kept, 3);
  allocator_->Allocate(1000);
  allocator_->ReleaseCached();
  EXPECT_EQ(allocator_->stats().cached, 0);
  EXPECT_EQ(allocator_->stats().current, 1000);
  EXPECT_TRUE(Holds(*kept, 3));
}

TEST_P(AllocatorConformance, AllocationsMayOutliveTheAllocator) {
  const Block block = allocator_->Allocate(1000);
  allocator_.reset();
  Fill(*block, 9);
  EXPECT_TRUE(Holds(*block, 9));
}

TEST_P(AllocatorConformance, ManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> failures(4, 0);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread, &failures] {
      std::vector<Block> held(8);
      for (int i = 0; i < 2000; ++i) {
        const auto mark = static_cast<unsigned char>(thread * 8 + i % 8);
        Block& block = held[i % 8];
        if (block != nullptr && !Holds(*block, mark)) ++failures[thread];
        block = allocator_->Allocate(kSizes[i % 6]);
        Fill(*block, mark);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, std::vector<int>(4, 0));
  EXPECT_EQ(allocator_->stats().current, 0);
  EXPECT_EQ(allocator_->stats().allocations, 8000);
}

}  // namespace paddle::memory

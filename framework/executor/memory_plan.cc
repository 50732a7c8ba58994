#include "paddle/framework/executor/memory_plan.h"

#include <algorithm>
#include <numeric>

#include "paddle/memory/allocation.h"

namespace paddle::framework {

namespace {

constexpr size_t kAlignment = memory::Allocator::kAlignment;

size_t Aligned(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool Meet(const BufferLife& a, const BufferLife& b) {
  return a.first <= b.last && b.first <= a.last;
}

struct ArenaRange {
  size_t begin;
  size_t end;
  const BufferLife* life;
};

// Returns the lowest gap of `bytes` among the placed buffers (sorted by begin)
// that are in use at the same time.
size_t LowestGap(const std::vector<ArenaRange>& placed, const BufferLife& life,
                 size_t bytes) {
  size_t offset = 0;
  for (const ArenaRange& other : placed) {
    if (!Meet(*other.life, life)) continue;
    if (other.begin >= offset + bytes) break;
    offset = std::max(offset, other.end);
  }
  return offset;
}

}  // namespace

MemoryPlan PlanMemory(const std::vector<BufferLife>& buffers) {
  std::vector<int> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  // Large buffers are the hardest to place, so they come first. Stable, so that
  // equal sizes give one layout on all platforms.
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return buffers[a].bytes > buffers[b].bytes;
  });
  MemoryPlan plan;
  plan.offsets.resize(buffers.size());
  std::vector<ArenaRange> placed;
  placed.reserve(buffers.size());
  for (int i : order) {
    const size_t bytes = Aligned(buffers[i].bytes);
    const size_t offset = LowestGap(placed, buffers[i], bytes);
    plan.offsets[i] = offset;
    plan.bytes = std::max(plan.bytes, offset + bytes);
    ArenaRange mine{offset, offset + bytes, &buffers[i]};
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), mine,
                         [](const ArenaRange& a, const ArenaRange& b) {
                           return a.begin < b.begin;
                         }),
        mine);
  }
  return plan;
}

}  // namespace paddle::framework

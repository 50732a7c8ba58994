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

// Places the buffers one after the other.
void PlaceInOrder(const std::vector<BufferLife>& buffers,
                  const std::vector<int>& order, MemoryPlan* plan) {
  plan->offsets.assign(buffers.size(), 0);
  plan->bytes = 0;
  std::vector<ArenaRange> placed;
  placed.reserve(buffers.size());
  for (int i : order) {
    const size_t bytes = Aligned(buffers[i].bytes);
    const size_t offset = LowestGap(placed, buffers[i], bytes);
    plan->offsets[i] = offset;
    plan->bytes = std::max(plan->bytes, offset + bytes);
    ArenaRange mine{offset, offset + bytes, &buffers[i]};
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), mine,
                         [](const ArenaRange& a, const ArenaRange& b) {
                           return a.begin < b.begin;
                         }),
        mine);
  }
}

// Finds the instruction during which the most bytes are in use.
void FindLowerBound(const std::vector<BufferLife>& buffers, MemoryPlan* plan) {
  int last = -1;
  for (const BufferLife& life : buffers) last = std::max(last, life.last);
  // Unsigned sums wrap around where buffers end, and back where they begin.
  std::vector<size_t> change(last + 2);
  for (const BufferLife& life : buffers) {
    change[life.first] += Aligned(life.bytes);
    change[life.last + 1] -= Aligned(life.bytes);
  }
  size_t live = 0;
  for (int i = 0; i <= last; ++i) {
    live += change[i];
    if (live <= plan->lower_bound) continue;
    plan->lower_bound = live;
    plan->fullest = i;
  }
}

using Weight = double (*)(const BufferLife&, int fullest);

double Length(const BufferLife& life) { return life.last - life.first + 1.0; }

// The heaviest buffers are placed first: large ones are the hardest to place.
// Those that live where most is in use decide, and long-lived ones, placed
// late, would leave gaps for all of their life.
constexpr Weight kWeights[] = {
    [](const BufferLife& life, int) { return 1.0 * life.bytes; },
    [](const BufferLife& life, int) { return life.bytes * Length(life); },
    [](const BufferLife& life, int) { return Length(life); },
    [](const BufferLife& life, int) { return -1.0 * life.first; },
    [](const BufferLife& life, int fullest) {
      const bool decides = life.first <= fullest && fullest <= life.last;
      return (decides ? 1e18 : 1.0) * life.bytes;
    },
    [](const BufferLife& life, int fullest) {
      const int before = life.first - fullest, after = fullest - life.last;
      return -1.0 * std::max({before, after, 0});
    },
};

std::vector<int> OrderBy(Weight weight, int fullest,
                         const std::vector<BufferLife>& buffers) {
  std::vector<double> weights;
  for (const BufferLife& life : buffers) {
    weights.push_back(weight(life, fullest));
  }
  std::vector<int> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  // Equal weights by size, then stable, so that there is one layout on all
  // platforms.
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if (weights[a] != weights[b]) return weights[a] > weights[b];
    return buffers[a].bytes > buffers[b].bytes;
  });
  return order;
}

}  // namespace

MemoryPlan PlanMemory(const std::vector<BufferLife>& buffers) {
  MemoryPlan best;
  FindLowerBound(buffers, &best);
  const size_t enough = best.lower_bound + best.lower_bound / 100;
  MemoryPlan plan = best;
  for (Weight weight : kWeights) {
    PlaceInOrder(buffers, OrderBy(weight, best.fullest, buffers), &plan);
    if (best.offsets.empty() || plan.bytes < best.bytes) best = plan;
    if (best.bytes <= enough) break;
  }
  return best;
}

}  // namespace paddle::framework

#include "paddle/operators/math/device/sort_keys.h"

#include <algorithm>

#include "paddle/operators/math/device/ordering.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

// Breaks ties by position, which makes any sorting algorithm stable;
// std::stable_sort would allocate a buffer. Keys move together with positions:
// comparing through positions alone would miss the cache on every access.
template <class Device, class Key>
void SortKeys(const Device&, int64_t count, Key* keys, int64_t* positions) {
  auto* items = ThreadScratch<Item<Key>>(ScratchSlot::kPiece, count);
  for (int64_t i = 0; i < count; ++i) items[i] = {keys[i], i};
  std::sort(items, items + count, ComesFirst<Below, Key>);
  for (int64_t i = 0; i < count; ++i) {
    keys[i] = items[i].value;
    positions[i] = items[i].index;
  }
}

template <class Device>
int64_t GroupKeys(const Device& device, int64_t count, uint64_t* keys,
                  int64_t* positions, int64_t* starts) {
  SortKeys(device, count, keys, positions);
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (found > 0 && keys[found - 1] == keys[i]) continue;
    keys[found] = keys[i];
    starts[found++] = i;
  }
  starts[found] = count;
  return found;
}

PADDLE_INSTANTIATE(SortKeys, platform::CPUDeviceContext, uint32_t, uint64_t);
PADDLE_INSTANTIATE_ONE(GroupKeys<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels

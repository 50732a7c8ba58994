#include "paddle/operators/math/device/sort_keys.h"

#include <algorithm>
#include <utility>

#include "paddle/operators/math/device/ordering.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

namespace {

constexpr int kDigitBits = 8;
constexpr int kDigits = 1 << kDigitBits;
// Below it counting digits takes longer than comparing.
constexpr int64_t kFewKeys = 64;

template <class Key>
int DigitAt(Key key, int shift) {
  return static_cast<int>(key >> shift & (kDigits - 1));
}

// Orders items by one digit; those of the same digit stay in their order.
template <class Key>
void SortByDigit(int shift, int64_t count, const Item<Key>* from,
                 Item<Key>* to) {
  int64_t next[kDigits] = {};
  for (int64_t i = 0; i < count; ++i) ++next[DigitAt(from[i].value, shift)];
  int64_t begin = 0;
  for (int64_t& each : next) begin += std::exchange(each, begin);
  for (int64_t i = 0; i < count; ++i) {
    to[next[DigitAt(from[i].value, shift)]++] = from[i];
  }
}

// Returns the bits in which any two of keys[0, count) differ.
template <class Key>
Key DifferingBits(int64_t count, const Key* keys) {
  Key bits = 0;
  for (int64_t i = 1; i < count; ++i) bits |= keys[i] ^ keys[0];
  return bits;
}

// Sorts items[0, count), and returns where they are then: there, or in
// items[count, 2 count). Digits that all keys share need no pass.
template <class Key>
const Item<Key>* SortByDigits(Key bits, int64_t count, Item<Key>* items) {
  Item<Key>* other = items + count;
  for (int shift = 0; shift < static_cast<int>(8 * sizeof(Key));
       shift += kDigitBits) {
    if (DigitAt(bits, shift) == 0) continue;
    SortByDigit(shift, count, items, other);
    std::swap(items, other);
  }
  return items;
}

// Breaks ties by position, which makes any sorting algorithm stable;
// std::stable_sort would allocate a buffer.
template <class Key>
void SortByComparing(int64_t count, Item<Key>* items) {
  std::sort(items, items + count, [](const auto& a, const auto& b) {
    return ComesFirst<Below>(a, b);
  });
}

}  // namespace

// Keys move together with positions: looking at keys through positions alone
// would miss the cache on every access.
template <class Device, class Key>
void SortKeys(const Device&, int64_t count, Key* keys, int64_t* positions) {
  auto* items = ThreadScratch<Item<Key>>(ScratchSlot::kPiece, 2 * count);
  for (int64_t i = 0; i < count; ++i) items[i] = {keys[i], i};
  const Item<Key>* sorted = items;
  if (count < kFewKeys) {
    SortByComparing(count, items);
  } else {
    sorted = SortByDigits(DifferingBits(count, keys), count, items);
  }
  for (int64_t i = 0; i < count; ++i) {
    keys[i] = sorted[i].value;
    positions[i] = sorted[i].index;
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

// Maps numbers to unsigned integers of the same order, for radix sorts.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The key type of T: the unsigned integer of its size.
template <typename T>
using SortKey = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

// Returns a key with key(a) < key(b) if and only if a < b. All NaNs have one
// key, above that of every number, and both zeros have one key. T: float,
// double, int32_t, int64_t.
template <typename T>
PADDLE_HOST_DEVICE SortKey<T> SortKeyOf(T value) {
  using Key = SortKey<T>;
  constexpr Key kSign = Key{1} << (8 * sizeof(Key) - 1);
  if (value != value) return ~Key{0};
  if (value == T{0}) value = T{0};
  Key bits;
  std::memcpy(&bits, &value, sizeof(bits));
  // Setting the sign bit moves positive numbers above negative ones. The bits
  // of negative floating-point numbers grow with the magnitude, so all are
  // inverted.
  const bool reversed = std::is_floating_point_v<T> && (bits & kSign) != 0;
  return reversed ? ~bits : bits ^ kSign;
}

}  // namespace paddle::operators::kernels

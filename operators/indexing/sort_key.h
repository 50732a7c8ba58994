// Numbers whose order is that of others, for sorting by their bits.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// What a T is sorted by: an unsigned integer of its size.
template <typename T>
using SortKey = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

// a < b, as of numbers, if and only if the key of a is below that of b. NaN of
// any bits comes above every number, and both zeros have one key. T: float,
// double, int32_t, int64_t.
template <typename T>
PADDLE_HOST_DEVICE SortKey<T> SortKeyOf(T value) {
  using Key = SortKey<T>;
  constexpr Key kSign = Key{1} << (8 * sizeof(Key) - 1);
  if (value != value) return ~Key{0};
  if (value == T{0}) value = T{0};
  Key bits;
  std::memcpy(&bits, &value, sizeof(bits));
  // Floating-point numbers below zero have the order of their bits reversed.
  const bool reversed = std::is_floating_point_v<T> && (bits & kSign) != 0;
  return reversed ? ~bits : bits ^ kSign;
}

}  // namespace paddle::operators::kernels

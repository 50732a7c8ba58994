// Orders of elements, marked for GPUs. The sorts, maxima and top k of CPU and
// GPU share them, so that both treat NaN and equal elements alike.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// True if a is larger than b. NaN is larger than every number, but not than
// itself: a strict weak order, as std::sort requires. NumPy sorts NaN last,
// too.
struct Above {
  template <typename T>
  PADDLE_HOST_DEVICE bool operator()(T a, T b) const {
    return a > b || (a != a && b == b);
  }
};
// True if a is smaller than b. NaN is smaller than every number, too, and so
// comes first in either order: argmin finds a NaN as argmax does.
struct Below {
  template <typename T>
  PADDLE_HOST_DEVICE bool operator()(T a, T b) const {
    return a < b || (a != a && b == b);
  }
};
// An element and its index in its row, which ties are broken by.
template <typename T>
struct Item {
  T value;
  int64_t index;
};

// True if a comes before b by value; of equal values, the one with the lower
// index does. No two items are equivalent, so that the result of a search does
// not depend on its order.
template <typename Before, typename T>
PADDLE_HOST_DEVICE bool ComesFirst(const Item<T>& a, const Item<T>& b) {
  return Before()(a.value, b.value) ||
         (!Before()(b.value, a.value) && a.index < b.index);
}

}  // namespace paddle::operators::kernels

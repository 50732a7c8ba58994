// Defines how elements compare in sorting, argmax and top-k. CPU and GPU share
// these comparisons, so that both treat NaN and equal elements alike.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// True if a is greater than b, where NaN is greater than every number and equal
// to itself. Unlike operator> this is a strict weak order, as std::sort
// requires. NumPy sorts NaN last, too.
struct Above {
  template <typename T>
  PADDLE_HOST_DEVICE bool operator()(T a, T b) const {
    return a > b || (a != a && b == b);
  }
};
// True if a is less than b, where NaN is less than every number: it comes first
// in either order, so that argmin finds a NaN as argmax does. Not the opposite
// of Above, which puts NaN above all.
struct Below {
  template <typename T>
  PADDLE_HOST_DEVICE bool operator()(T a, T b) const {
    return a < b || (a != a && b == b);
  }
};
// An element and its index in its row, by which ties are broken.
template <typename T>
struct Item {
  T value;
  int64_t index;
};

// True if a comes before b by value or, if the values are equal, by index.
// `Before` is Above or Below. No two items are equivalent, so the result of a
// parallel search does not depend on the order in which it combines parts.
template <typename Before, typename T>
PADDLE_HOST_DEVICE bool ComesFirst(const Item<T>& a, const Item<T>& b) {
  return Before()(a.value, b.value) ||
         (!Before()(b.value, a.value) && a.index < b.index);
}

}  // namespace paddle::operators::kernels

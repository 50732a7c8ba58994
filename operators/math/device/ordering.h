// Which of two elements comes first, marked for GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// NaN is above every number, and not above itself.
struct Above {
  template <typename T>
  PADDLE_HOST_DEVICE bool operator()(T a, T b) const {
    return a > b || (a != a && b == b);
  }
};
// NaN is below every number, and not below itself.
struct Below {
  template <typename T>
  PADDLE_HOST_DEVICE bool operator()(T a, T b) const {
    return a < b || (a != a && b == b);
  }
};
// An element, and where it stands.
template <typename T>
struct Item {
  T value;
  int64_t index;
};

// Whether a comes before b, by value; of equal ones, that with the lower index.
template <typename Before, typename T>
PADDLE_HOST_DEVICE bool ComesFirst(const Item<T>& a, const Item<T>& b) {
  return Before()(a.value, b.value) ||
         (!Before()(b.value, a.value) && a.index < b.index);
}

}  // namespace paddle::operators::kernels

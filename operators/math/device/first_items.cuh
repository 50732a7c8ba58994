// The first few of many items, in order, found by a team of a GPU.
#pragma once

#include <cstdint>

#include "paddle/operators/math/device/ordering.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Which of two items comes first; an index of -1 is no item.
template <typename Before>
struct FirstItem {
  template <typename A>
  PADDLE_DEVICE Item<A> operator()(const Item<A>& a, const Item<A>& b) const {
    if (b.index < 0) return a;
    return a.index < 0 || ComesFirst<Before>(b, a) ? b : a;
  }
};

// items.Put(place, item) for each place in [0, k), by the first lane: the first
// k of the items.Get(i) for i in [0, size), in order. Item i has the index i,
// or is none; places beyond the last one get none. Looks for the first item
// behind the one found before, k times: made for small k.
template <typename Before, typename A, typename Items>
PADDLE_DEVICE void PutFirstItems(const platform::Team& team, int64_t size,
                                 int64_t k, const Items& items) {
  const FirstItem<Before> first;
  Item<A> last{A(0), -1};
  for (int64_t place = 0; place < k; ++place) {
    const int64_t left = place > 0 && last.index < 0 ? 0 : size;
    Item<A> found{A(0), -1};
    for (int64_t i = team.lane(); i < left; i += team.size()) {
      const Item<A> item = items.Get(i);
      if (place > 0 && !ComesFirst<Before>(last, item)) continue;
      found = first(found, item);
    }
    last = team.Reduce(found, first);
    if (team.lane() == 0) items.Put(place, last);
  }
}

}  // namespace paddle::operators::kernels

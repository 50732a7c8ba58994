// Selection of the first few of many items, in order, by a team of threads on a
// GPU: top k and the beams of beam search.
#pragma once

#include <cstdint>

#include "paddle/operators/math/device/ordering.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Returns the item that comes first; an index of -1 means no item. It is
// associative and commutative, so that a team may reduce with it in any order.
// Both arguments may be no item.
template <typename Before>
struct FirstItem {
  template <typename A>
  PADDLE_DEVICE Item<A> operator()(const Item<A>& a, const Item<A>& b) const {
    if (b.index < 0) return a;
    return a.index < 0 || ComesFirst<Before>(b, a) ? b : a;
  }
};

// Finds the first k of the items items.Get(i), i in [0, size), and calls
// items.Put(place, item) for each place in [0, k), in order, from the first
// lane. Item i has the index i, or is no item; places after the last item get
// none. All lanes of the team call this.
//
// It looks k times for the first item after the one found before, which takes
// no memory and O(k size / team.size()) steps: made for small k.
template <typename Before, typename A, typename Items>
PADDLE_DEVICE void PutFirstItems(const platform::Team& team, int64_t size,
                                 int64_t k, const Items& items) {
  const FirstItem<Before> first;
  Item<A> last{A(0), -1};
  for (int64_t place = 0; place < k; ++place) {
    // Once nothing is found, the places that are left get no item.
    const int64_t left = place > 0 && last.index < 0 ? 0 : size;
    Item<A> found{A(0), -1};
    for (int64_t i = team.lane(); i < left; i += team.size()) {
      const Item<A> item = items.Get(i);
      // Items up to the last one found are taken already.
      if (place > 0 && !ComesFirst<Before>(last, item)) continue;
      found = first(found, item);
    }
    last = team.Reduce(found, first);
    if (team.lane() == 0) items.Put(place, last);
  }
}

}  // namespace paddle::operators::kernels

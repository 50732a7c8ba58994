// Reductions by a team of threads, or by one thread.
#pragma once

#include <cstdint>

#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// One thread with the interface of a platform::Team, so that a kernel is
// written once and launched either way: by ForEachTeam for long sums, by
// ForEach for many short ones.
class Alone {
 public:
  PADDLE_DEVICE int lane() const { return 0; }
  PADDLE_DEVICE int size() const { return 1; }
  template <typename A, typename Reducer>
  PADDLE_DEVICE A Reduce(A value, const Reducer&) const {
    return value;
  }
};

// Returns the reduction of term(i) over [0, size), on all lanes of the team,
// each of which must call it. Lane l takes the terms l, l + size of the team,
// ..., so that neighbouring lanes read neighbouring terms; the order depends on
// the size only. A is the type to accumulate in.
template <typename A, typename AnyTeam, typename Reducer, typename Term>
PADDLE_DEVICE A ReduceByTeam(const AnyTeam& team, int64_t size,
                             const Reducer& reducer, const Term& term) {
  // A lane without terms contributes the identity.
  A result = Reducer::template Identity<A>();
  // Each lane accumulates its own terms first, so that lanes need to combine
  // only one number each.
  for (int64_t i = team.lane(); i < size; i += team.size()) {
    result = reducer(result, static_cast<A>(term(i)));
  }
  return team.Reduce(result, reducer);
}

}  // namespace paddle::operators::kernels

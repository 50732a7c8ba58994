// Reductions by the threads of a team, or by one thread.
#pragma once

#include <cstdint>

#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// One thread as a team of its own.
class Alone {
 public:
  PADDLE_DEVICE int lane() const { return 0; }
  PADDLE_DEVICE int size() const { return 1; }
  template <typename A, typename Reducer>
  PADDLE_DEVICE A Reduce(A value, const Reducer&) const {
    return value;
  }
};

// The sum of term(i) over [0, size), or another reduction, by a team.
template <typename A, typename AnyTeam, typename Reducer, typename Term>
PADDLE_DEVICE A ReduceByTeam(const AnyTeam& team, int64_t size,
                             const Reducer& reducer, const Term& term) {
  A result = Reducer::template Identity<A>();
  for (int64_t i = team.lane(); i < size; i += team.size()) {
    result = reducer(result, static_cast<A>(term(i)));
  }
  return team.Reduce(result, reducer);
}

}  // namespace paddle::operators::kernels

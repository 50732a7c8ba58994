// Functors of reductions, marked for GPUs: applied to a term, to two partial
// results, or to a result. They are types, not function pointers, so that loops
// inline them. The reducers of numbers are in arithmetic.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns a term, or a result, unchanged; loops skip a pass over the results
// that would apply it.
struct Itself {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x) const {
    return x;
  }
};

// Divides a result by a number: a mean. The sum is divided once, and not each
// term.
template <typename A>
struct DividedBy {
  A divisor;
  PADDLE_HOST_DEVICE A operator()(A x) const { return x / divisor; }
};

// Combine booleans. & and | have no short circuit, so that a loop of them has
// no branch and is vectorized.
struct AllReducer {
  PADDLE_HOST_DEVICE bool operator()(bool a, bool b) const { return a & b; }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    return true;
  }
};
struct AnyReducer {
  PADDLE_HOST_DEVICE bool operator()(bool a, bool b) const { return a | b; }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    return false;
  }
};

}  // namespace paddle::operators::kernels

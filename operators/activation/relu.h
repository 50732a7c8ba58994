// The functor of relu, the rectified linear unit: Out = max(X, 0) (see
// activation_loops.h).
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient passes where Out > 0 and is 0 at X = 0. Out tells the sides
// apart, so that X can be overwritten by Out.
//
// NaN fails the comparison and stays NaN, and its gradient passes: an error in
// the data should show.
struct ReluFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // The comparison is false for NaN, which std::max would turn into 0 or not,
    // by the order of its arguments.
    return x < T(0) ? T(0) : x;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return y <= T(0) ? T(0) : g;  // a NaN must not vanish
  }
};

}  // namespace paddle::operators

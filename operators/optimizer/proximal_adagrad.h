// Adagrad with a proximal step, which makes parameters sparse: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/soft_threshold.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step, with `shrunk` the step of soft_threshold.h:
//   m = m + g^2
//   p = shrunk(p - rate * g / sqrt(m))
struct ProximalAdagradFunctor {
  static constexpr const char* kAttributes[] = {"l1", "l2"};
  // The sum of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment"};
  // The strengths of the penalties |p| and p^2 / 2, which pull towards zero.
  double l1;
  double l2;

  // The rate of the shrinking is the plain one, not that of the element.
  template <typename T>
  struct Rule {
    T rate;
    kernels::ProximalStep<T> shrunk;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
      m += g * g;
      // The gradient has always been 0 where m is.
      return shrunk(p - rate * g / std::sqrt(m > T(0) ? m : T(1)));
    }
  };

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, kernels::ProximalStepOf(rate, l1, l2)};
  }
};

}  // namespace paddle::operators

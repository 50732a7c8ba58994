// Gradient descent with a proximal step, which makes parameters sparse: see
// operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/operators/optimizer/soft_threshold.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step, with `shrunk` the step of soft_threshold.h:
//   p = shrunk(p - rate * g)
// Not lazy: the penalties shrink parameters without a gradient, too.
struct ProximalGdFunctor {
  static constexpr const char* kAttributes[] = {"l1", "l2"};
  // The strengths of the penalties |p| and p^2 / 2, which pull towards zero.
  double l1;
  double l2;

  // First the step along the gradient, then the one towards zero.
  template <typename T>
  struct Rule {
    T rate;
    kernels::ProximalStep<T> shrunk;
    PADDLE_HOST_DEVICE T operator()(T p, T g) const {
      return shrunk(p - rate * g);
    }
  };

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, kernels::ProximalStepOf(rate, l1, l2)};
  }
};

}  // namespace paddle::operators

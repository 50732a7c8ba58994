// Adagrad with a proximal step: see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/soft_threshold.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ProximalAdagradFunctor {
  static constexpr const char* kAttributes[] = {"l1", "l2"};
  static constexpr const char* kStates[] = {"Moment"};
  double l1;
  double l2;

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

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, kernels::ProximalStepOf(rate, l1, l2)};
  }
};

}  // namespace paddle::operators

// Gradient descent with a proximal step: see
// operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/operators/optimizer/soft_threshold.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ProximalGdFunctor {
  static constexpr const char* kAttributes[] = {"l1", "l2"};
  double l1;
  double l2;

  template <typename T>
  struct Rule {
    T rate;
    kernels::ProximalStep<T> shrunk;
    PADDLE_HOST_DEVICE T operator()(T p, T g) const {
      return shrunk(p - rate * g);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, kernels::ProximalStepOf(rate, l1, l2)};
  }
};

}  // namespace paddle::operators

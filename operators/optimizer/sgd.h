// Stochastic gradient descent: see operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step: p = p - rate * g. No attributes and no states.
struct SgdFunctor {
  static constexpr bool kLazy = true;  // zeros change nothing

  // Stateless: the loop reads the parameter and the gradient and writes the
  // parameter, nothing else.
  template <typename T>
  struct Rule {
    T rate;
    PADDLE_HOST_DEVICE T operator()(T p, T g) const { return p - rate * g; }
  };

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate};
  }
};

}  // namespace paddle::operators

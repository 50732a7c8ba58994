// Gradient descent: see operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SgdFunctor {
  static constexpr bool kLazy = true;  // zeros change nothing

  template <typename T>
  struct Rule {
    T rate;
    PADDLE_HOST_DEVICE T operator()(T p, T g) const { return p - rate * g; }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate};
  }
};

}  // namespace paddle::operators

// McMahan et al., "Ad click prediction", 2013: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/soft_threshold.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// kRoot: lr_power is -0.5, the usual one, and powers are square roots.
template <bool kRoot>
struct FtrlFunctorOf {
  static constexpr const char* kAttributes[] = {"l1", "l2", "lr_power"};
  static constexpr const char* kStates[] = {"SquaredAccumulator",
                                            "LinearAccumulator"};
  double l1;
  double l2;
  double lr_power;  // at most 0

  template <typename T>
  struct Rule {
    T inverse_rate, power, l1, l2;
    PADDLE_HOST_DEVICE T Power(T x) const {
      if constexpr (kRoot) {
        return std::sqrt(x);
      } else {
        return std::pow(x, power);
      }
    }
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& z) const {
      const T before = Power(square) * inverse_rate;
      square += g * g;
      const T after = Power(square) * inverse_rate;
      z += g - (after - before) * p;
      const T excess = kernels::SoftThreshold(z, l1);
      // Without gradient so far the denominator may be 0; so is the excess.
      const T denominator = after + l2;
      return -excess / (denominator > T(0) ? denominator : T(1));
    }
  };

  // InvalidArgument for a rate of 0 (on a GPU, some number).
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    const double positive = rate;
    PADDLE_ENFORCE_ON_HOST(positive > 0, InvalidArgument,
                           "ftrl divides by the learning rate, which is ",
                           positive);
    return {static_cast<T>(1 / positive), static_cast<T>(-lr_power),
            static_cast<T>(l1), static_cast<T>(2 * l2)};
  }
};

using FtrlFunctor = FtrlFunctorOf<false>;
using RootFtrlFunctor = FtrlFunctorOf<true>;

}  // namespace paddle::operators

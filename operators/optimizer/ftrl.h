// The functor of FTRL-Proximal (McMahan et al., "Ad click prediction: a view
// from the trenches", 2013). See operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/soft_threshold.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step, with s the sum of squared gradients and e = -lr_power:
//   z = z + g - ((s + g^2)^e - s^e) / rate * p
//   s = s + g^2
//   p = -sign(z) * max(|z| - l1, 0) / (s^e / rate + 2 * l2)
// The new parameter is a function of z and s alone, and exactly 0 where |z| is
// at most l1: the model stays sparse. With kRoot, lr_power must be -0.5, its
// default; powers are then square roots, which are faster than pow and
// vectorised.
template <bool kRoot>
struct FtrlFunctorOf {
  static constexpr const char* kAttributes[] = {"l1", "l2", "lr_power"};
  // s and z, like Param.
  static constexpr const char* kStates[] = {"SquaredAccumulator",
                                            "LinearAccumulator"};
  // The strengths of the penalties |p| and p^2, which pull towards zero.
  double l1;
  double l2;
  double lr_power;  // at most 0

  // The numbers of a step, in the parameter's type; `l2` is already doubled.
  template <typename T>
  struct Rule {
    T inverse_rate, power, l1, l2;
    // Returns x to the power -lr_power.
    PADDLE_HOST_DEVICE T Power(T x) const {
      if constexpr (kRoot) {
        return std::sqrt(x);
      } else {
        return std::pow(x, power);
      }
    }
    // The rate divides twice, so it is inverted once, in Prepare.
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

  // Returns the rule of a step. Throws InvalidArgument on the CPU unless the
  // rate is positive; a GPU kernel cannot throw and goes on with an infinite or
  // negative inverse.
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

// The functors of RMSProp (Tieleman and Hinton, lecture 6.5, 2012) and of its
// centered form (Graves, "Generating sequences with recurrent neural networks",
// 2013). Both divide the gradient by the square root of a running estimate of
// its variance. See operators/optimizer/functor_rule.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The update that both forms share, with velocity v:
//   v = momentum * v + g / (sqrt(variance) + epsilon)
//   p = p - rate * v
// The velocity does not contain the rate, so a new rate takes effect at once.
template <typename T>
struct RmspropStep {
  // epsilon is added to the root, not under it: at zero variance the divisor is
  // epsilon and not its root.
  T rate, epsilon, momentum;
  kernels::RunningMean<T> mean;

  // Returns the new parameter and updates the velocity v.
  PADDLE_HOST_DEVICE T Move(T p, T g, T variance, T& v) const {
    v = momentum * v + g / (std::sqrt(variance) + epsilon);
    return p - rate * v;
  }
};

// RMSProp: estimates the variance by the running mean of g^2, as if the mean of
// g were zero.
struct RmspropFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon", "momentum"};
  // The running mean of g^2 and the velocity, each of the shape of Param.
  static constexpr const char* kStates[] = {"MeanSquare", "Moment"};
  double decay;
  double epsilon;
  double momentum;

  template <typename T>
  struct Rule {
    RmspropStep<T> step;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& v) const {
      square = step.mean(square, g, g);
      return step.Move(p, g, square, v);
    }
  };

  // Returns the shared update; also used by CenteredRmspropFunctor.
  template <typename T>
  PADDLE_HOST_DEVICE RmspropStep<T> StepOf(T rate) const {
    return {rate, static_cast<T>(epsilon), static_cast<T>(momentum),
            kernels::RunningMeanOf<T>(decay)};
  }
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {StepOf(rate)};
  }
};

// Centered RMSProp: estimates the variance by the running mean of g^2 minus the
// square of the running mean of g, which needs one more state.
struct CenteredRmspropFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon", "momentum"};
  // The states of RmspropFunctor and the running mean of g.
  static constexpr const char* kStates[] = {"MeanSquare", "Moment", "MeanGrad"};
  double decay;
  double epsilon;
  double momentum;

  template <typename T>
  struct Rule {
    RmspropStep<T> step;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& v, T& m) const {
      square = step.mean(square, g, g);
      m = step.mean(m, g);
      // Rounding may make the difference negative, and its root NaN.
      return step.Move(p, g, std::max(square - m * m, T(0)), v);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {RmspropFunctor{decay, epsilon, momentum}.StepOf(rate)};
  }
};

}  // namespace paddle::operators

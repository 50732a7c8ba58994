// Running means, keep * mean + rest * x, on the CPU and in CUDA kernels.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The two weights of a running mean, in the type of the parameter.
template <typename T>
struct RunningMean {
  // keep + rest = 1 up to rounding.
  T keep, rest;
  // Returns the new mean of x.
  PADDLE_HOST_DEVICE T operator()(T mean, T x) const {
    return keep * mean + rest * x;
  }
  // Returns the new mean of x * y.
  PADDLE_HOST_DEVICE T operator()(T mean, T x, T y) const {
    return keep * mean + rest * x * y;
  }
};

// Returns the weights decay and 1 - decay, the second subtracted in double.
template <typename T>
PADDLE_HOST_DEVICE RunningMean<T> RunningMeanOf(double decay) {
  return {static_cast<T>(decay), static_cast<T>(1 - decay)};
}

}  // namespace paddle::operators::kernels

// Running means of what optimizers see, marked for GPUs.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

template <typename T>
struct RunningMean {
  T keep, rest;
  // Of x.
  PADDLE_HOST_DEVICE T operator()(T mean, T x) const {
    return keep * mean + rest * x;
  }
  // Of x * y.
  PADDLE_HOST_DEVICE T operator()(T mean, T x, T y) const {
    return keep * mean + rest * x * y;
  }
};

template <typename T>
PADDLE_HOST_DEVICE RunningMean<T> RunningMeanOf(double decay) {
  return {static_cast<T>(decay), static_cast<T>(1 - decay)};
}

}  // namespace paddle::operators::kernels

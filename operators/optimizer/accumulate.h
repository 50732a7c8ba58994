// Sums and averages that last from run to run. SelectedRows may be added to a
// sum.
#pragma once

#include <cstdint>

#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Adds a gradient to a sum, or begins the sum anew.
template <typename T>
struct AccumulateRule {
  const int64_t* count_at;
  // Read by Prepare where the count lies, which may be the GPU's memory.
  bool first = false;

  PADDLE_HOST_DEVICE void Prepare() { first = *count_at == 0; }
  PADDLE_HOST_DEVICE T operator()(T sum, T g) const {
    return first ? g : sum + g;
  }
};

// Moves a mean towards a value.
template <typename T>
struct AverageRule {
  const T* weight_at;
  T part = 0, rest = 0;

  PADDLE_HOST_DEVICE void Prepare() {
    part = *weight_at;
    // Subtracted in double: for a float weight near 0 the rest would lose bits.
    rest = static_cast<T>(1 - static_cast<double>(*weight_at));
  }
  PADDLE_HOST_DEVICE T operator()(T mean, T now) const {
    return rest * mean + part * now;
  }
};

// Computes sum += grad, or, if `count` is 0, sum = grad, whatever the sum was:
// NaN and infinities of an earlier sum do not last. Rows that SelectedRows do
// not have are zeros. T: float, double.
template <class Device, class T>
void AccumulateGradient(const Device& context, const ParamGrad<T>& grad,
                        const int64_t* count, const Updated& sum);

// Computes average = (1 - weight) * average + weight * x, all of one shape.
// `weight` is a number in memory of the place. T: float, double.
template <class Device, class T>
void MovingAverage(const Device& context, const framework::Tensor& x,
                   const T* weight, const Updated& average);

}  // namespace paddle::operators::kernels

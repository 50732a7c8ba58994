// Sums and averages from run to run, which SelectedRows may be added to.
#pragma once

#include <cstdint>

#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// What the functions below do to one element, marked for GPUs; see UpdateParam.
template <typename T>
struct AccumulateRule {
  const int64_t* count_at;
  bool first = false;

  PADDLE_HOST_DEVICE void Prepare() { first = *count_at == 0; }
  PADDLE_HOST_DEVICE T operator()(T sum, T g) const {
    return first ? g : sum + g;
  }
};

template <typename T>
struct AverageRule {
  const T* weight_at;
  T part = 0, rest = 0;

  PADDLE_HOST_DEVICE void Prepare() {
    part = *weight_at;
    rest = static_cast<T>(1 - static_cast<double>(*weight_at));
  }
  PADDLE_HOST_DEVICE T operator()(T mean, T now) const {
    return rest * mean + part * now;
  }
};

// Computes sum += grad, or, if `count` is 0, sum = grad, whatever sum was. T is
// float or double.
template <class Device, class T>
void AccumulateGradient(const Device& context, const ParamGrad<T>& grad,
                        const int64_t* count, const Updated& sum);

// Computes average = (1 - weight) * average + weight * x, of one shape.
template <class Device, class T>
void MovingAverage(const Device& context, const framework::Tensor& x,
                   const T* weight, const Updated& average);

}  // namespace paddle::operators::kernels

// Dropout and its gradient (Srivastava et al., "Dropout", 2014).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Keeps element i of x, scaled by 1 / (1 - probability), or drops it: out is 0
// there. The scale keeps the expected value, so inference needs no scaling.
// `mask`, of uint8, is 1 where the element is kept. Which elements are dropped
// is a function of the key and i alone: the same on the CPU and a GPU, for any
// number of threads. With probability 1 nothing is kept. `out` may be x. T:
// float, double, float16, bfloat16.
template <class Device, class T>
void Dropout(const Device& context, const platform::RandomKey& key,
             double probability, const framework::Tensor& x,
             framework::Tensor* out, framework::Tensor* mask);

// Computes d_x = d_out * mask / (1 - probability); `d_x` may be `d_out`.
template <class Device, class T>
void DropoutGrad(const Device& context, double probability,
                 const framework::Tensor& mask, const framework::Tensor& d_out,
                 framework::Tensor* d_x);

// Returns the factor of kept elements, 1 / (1 - probability), in the type that
// T is computed in; 0 for probability 1, where 1 / 0 would make a NaN of 0.
template <typename T>
platform::Accumulator<T> DropoutScale(double probability) {
  return static_cast<platform::Accumulator<T>>(
      probability < 1 ? 1 / (1 - probability) : 0);
}

}  // namespace paddle::operators::kernels

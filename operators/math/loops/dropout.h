// Computes dropout and its gradient (Srivastava et al., "Dropout: A Simple Way
// to Prevent Neural Networks from Overfitting", 2014).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Sets each element of x to 0 with the given probability and scales the others
// by 1 / (1 - probability). The scale preserves the expected value, so
// inference needs no scaling. `mask`, of uint8, gets 1 where an element is
// kept, else 0; it may be null. Whether element i is dropped is a function of
// the key, the probability and i alone: the same on every device, for every T
// and any number of threads. With probability 1 all elements are dropped. `out`
// may be x. T: float, double, float16, bfloat16. A kept element that is NaN or
// inf stays so; a dropped one is 0. float16 and bfloat16 are scaled in float
// and rounded once. All three tensors have one shape.
template <class Device, class T>
void Dropout(const Device& context, const platform::RandomKey& key,
             double probability, const framework::Tensor& x,
             framework::Tensor* out, framework::Tensor* mask);

// Computes d_x = d_out / (1 - probability) where mask is 1, else 0, even where
// d_out is inf or NaN. `d_x` may be `d_out`. T is as for Dropout. `mask` is
// what Dropout wrote; no key is needed, since nothing is drawn again.
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

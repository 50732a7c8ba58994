// Local response normalisation across channels (Krizhevsky, Sutskever, Hinton,
// "ImageNet Classification with Deep Convolutional Neural Networks", NIPS 2012,
// section 3.3).
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The attributes. Channel c is divided by a function of the channels [c - (size
// - 1) / 2, c + size / 2], as far as they exist: a channel with large numbers
// near it is damped, as by lateral inhibition.
struct LrnWindow {
  int64_t size = 5;
  double k = 1;
  double alpha = 1e-4;
  double beta = 0.75;
};

// Computes mid = k + alpha * (the sum of x * x over the window) and out = x /
// mid^beta. x is [N, C, ...]; mid, which the gradient needs, has the
// accumulator type of T. T: float, double, float16, bfloat16.
template <class Device, class T>
void Lrn(const Device& context, const LrnWindow& window,
         const framework::Tensor& x, framework::Tensor* out,
         framework::Tensor* mid);

// Computes d_x[c] = d_out[c] / mid[c]^beta - 2 alpha beta x[c] * (the sum of
// d_out x / mid^(beta + 1) over the channels whose windows contain c).
template <class Device, class T>
void LrnGrad(const Device& context, const LrnWindow& window,
             const framework::Tensor& x, const framework::Tensor& mid,
             const framework::Tensor& d_out, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

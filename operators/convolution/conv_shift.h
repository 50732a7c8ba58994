// Circular convolution of rows, as in Neural Turing Machines
// (https://arxiv.org/abs/1410.5401), and its gradients. There it moves the
// focus of attention: with y = [0, 0, 1], each row of x moves by one to the
// left.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[b, j] = sum over k of x[b, (j + k - n / 2) mod m] * y[b, k]; x
// and out are [B, m], y is [B, n], n is odd and not above m. No output shares
// memory with an input. The sums are made in the same order for any number of
// threads. T: float, double, here and below.
template <class Device, class T>
void ConvShift(const Device& context, const framework::Tensor& x,
               const framework::Tensor& y, framework::Tensor* out);
// Computes d_x[b, j] = sum over k of d_out[b, (j - k + n / 2) mod m] * y[b, k],
// which is the same convolution with y reversed, since n is odd.
template <class Device, class T>
void ConvShiftGradX(const Device& context, const framework::Tensor& y,
                    const framework::Tensor& d_out, framework::Tensor* d_x);
// Computes d_y[b, k] = sum over j of d_out[b, j] * x[b, (j + k - n / 2) mod m].
template <class Device, class T>
void ConvShiftGradY(const Device& context, const framework::Tensor& x,
                    const framework::Tensor& d_out, framework::Tensor* d_y);

}  // namespace paddle::operators::kernels

// Circular convolution of rows, as in Neural Turing Machines
// (https://arxiv.org/abs/1410.5401).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out[b, j] = sum over k of x[b, (j + k - n / 2) mod m] * y[b, k]; x and out
// [B, m], y [B, n], n odd and not above m. T is float or double, here and
// below.
template <class Device, class T>
void ConvShift(const Device& context, const framework::Tensor& x,
               const framework::Tensor& y, framework::Tensor* out);
template <class Device, class T>
void ConvShiftGradX(const Device& context, const framework::Tensor& y,
                    const framework::Tensor& d_out, framework::Tensor* d_x);
template <class Device, class T>
void ConvShiftGradY(const Device& context, const framework::Tensor& x,
                    const framework::Tensor& d_out, framework::Tensor* d_y);

}  // namespace paddle::operators::kernels

// Computes the circular convolution of rows and its gradients, as in Neural
// Turing Machines (https://arxiv.org/abs/1410.5401), where it shifts the focus
// of attention: y = [0, 0, 1] shifts each row of x to the left by one.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[b, j] = sum over k of x[b, (j + k - n / 2) mod m] * y[b, k],
// where x and out are [B, m], y is [B, n], n is odd and at most m, and n / 2 is
// rounded down. No output may share memory with an input. The order of
// summation does not depend on the number of threads. T: float, double, here
// and below.
template <class Device, class T>
void ConvShift(const Device& context, const framework::Tensor& x,
               const framework::Tensor& y, framework::Tensor* out);
// Computes d_x[b, j] = sum over k of d_out[b, (j - k + n / 2) mod m] * y[b, k]:
// because n is odd, this is ConvShift of d_out with y reversed.
template <class Device, class T>
void ConvShiftGradX(const Device& context, const framework::Tensor& y,
                    const framework::Tensor& d_out, framework::Tensor* d_x);
// Computes d_y[b, k] = sum over j of d_out[b, j] * x[b, (j + k - n / 2) mod m].
template <class Device, class T>
void ConvShiftGradY(const Device& context, const framework::Tensor& x,
                    const framework::Tensor& d_out, framework::Tensor* d_y);

// Computes both gradients, or the one that is not null.
template <class Device, class T>
void ConvShiftGrad(const Device& context, const framework::Tensor& x,
                   const framework::Tensor& y, const framework::Tensor& d_out,
                   framework::Tensor* d_x, framework::Tensor* d_y) {
  if (d_x != nullptr) ConvShiftGradX<Device, T>(context, y, d_out, d_x);
  if (d_y != nullptr) ConvShiftGradY<Device, T>(context, x, d_out, d_y);
}

}  // namespace paddle::operators::kernels

// Row convolution, of sequences: "lookahead convolution" in Deep Speech 2
// (https://arxiv.org/abs/1512.02595).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out[t] = sum over i of filter[i] * x[t + i], element by element, as far as
// the sequence goes. x and out [rows, n], filter [taps, n]. T is float or
// double, here and below.
template <class Device, class T>
void RowConv(const Device& context, const framework::Tensor& x,
             const framework::Tensor& filter, Offsets offsets,
             framework::Tensor* out);
template <class Device, class T>
void RowConvGradX(const Device& context, const framework::Tensor& filter,
                  const framework::Tensor& d_out, Offsets offsets,
                  framework::Tensor* d_x);
template <class Device, class T>
void RowConvGradFilter(const Device& context, const framework::Tensor& x,
                       const framework::Tensor& d_out, Offsets offsets,
                       framework::Tensor* d_filter);

}  // namespace paddle::operators::kernels

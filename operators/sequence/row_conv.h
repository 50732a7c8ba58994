// Row convolution over sequences, the "lookahead convolution" of Deep Speech 2
// (https://arxiv.org/abs/1512.02595).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// In these functions x, out and their gradients are [rows, n], filter [taps, n]
// and `offsets` delimit the sequences. T: float, double. Tensors must not share
// memory; results do not depend on the number of threads.

// Computes out[t] = the sum over i of filter[i] * x[t + i], elementwise, over
// those t + i that lie in the sequence of t. The last rows of a sequence, which
// have fewer than taps - 1 rows after them, sum over fewer terms, as if zeros
// followed.
template <class Device, class T>
void RowConv(const Device& context, const framework::Tensor& x,
             const framework::Tensor& filter, Offsets offsets,
             framework::Tensor* out);
// Computes d_x[t] = the sum over i of filter[i] * d_out[t - i] in the sequence.
// The first rows of a sequence, which few outputs saw, sum over fewer terms.
template <class Device, class T>
void RowConvGradX(const Device& context, const framework::Tensor& filter,
                  const framework::Tensor& d_out, Offsets offsets,
                  framework::Tensor* d_x);
// Computes d_filter[i] = the sum over t of d_out[t] * x[t + i] in the sequence.
// A tap that reaches beyond every sequence gets zeros. Sums run over all rows
// of the batch, in their order on the CPU.
template <class Device, class T>
void RowConvGradFilter(const Device& context, const framework::Tensor& x,
                       const framework::Tensor& d_out, Offsets offsets,
                       framework::Tensor* d_filter);

// Computes both gradients, or the one that is not null. The two share no
// intermediate result, so that an unwanted one costs nothing.
template <class Device, class T>
void RowConvGrad(const Device& context, const framework::Tensor& x,
                 const framework::Tensor& filter,
                 const framework::Tensor& d_out, Offsets offsets,
                 framework::Tensor* d_x, framework::Tensor* d_filter) {
  if (d_x != nullptr) {
    RowConvGradX<Device, T>(context, filter, d_out, offsets, d_x);
  }
  if (d_filter != nullptr) {
    RowConvGradFilter<Device, T>(context, x, d_out, offsets, d_filter);
  }
}

}  // namespace paddle::operators::kernels

// Computes softmax over the rows of each sequence, and its gradient.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = exp(x) / the sum of exp(x) over the sequence; x and out have
// one element per row. Subtracts the maximum first, so nothing overflows. `out`
// may be x. T: float, double. An empty sequence has nothing to write. A NaN or
// +inf makes its whole sequence NaN, and so do elements that are all -inf;
// otherwise an element of -inf gives 0.
template <class Device, class T>
void SequenceSoftmax(const Device& device, const framework::Tensor& x,
                     Offsets offsets, framework::Tensor* out);

// Computes d_x = out * (d_out - the sum of out * d_out over the sequence).
// `d_x` may be `d_out`. `out` is the result of SequenceSoftmax: x itself is not
// needed. T: float, double.
template <class Device, class T>
void SequenceSoftmaxGrad(const Device& device, const framework::Tensor& out,
                         const framework::Tensor& d_out, Offsets offsets,
                         framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

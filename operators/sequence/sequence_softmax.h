// Softmax over the rows of each sequence.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The elements of x, one a row, become positive numbers that add up to 1 in
// each sequence. `out` may be x. T is float or double.
template <class Device, class T>
void SequenceSoftmax(const Device& device, const framework::Tensor& x,
                     Offsets offsets, framework::Tensor* out);

// `d_x` may be `d_out`.
template <class Device, class T>
void SequenceSoftmaxGrad(const Device& device, const framework::Tensor& out,
                         const framework::Tensor& d_out, Offsets offsets,
                         framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

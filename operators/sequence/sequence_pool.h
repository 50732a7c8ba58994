// One row for each sequence of rows.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

enum class SequencePooling { kSum, kAverage, kSqrt, kFirst, kLast };

// x is [rows, ...], out [sequences, ...]: the sum of a sequence's rows, that
// divided by the length or by its square root, the first row, or the last one;
// zeros for an empty sequence. T is float or double.
template <class Device, class T>
void SequencePool(const Device& device, SequencePooling pooling,
                  const framework::Tensor& x, Offsets offsets,
                  framework::Tensor* out);
template <class Device, class T>
void SequencePoolGrad(const Device& device, SequencePooling pooling,
                      const framework::Tensor& d_out, Offsets offsets,
                      framework::Tensor* d_x);

// The greatest element of each column of a sequence (NaN if there is one), and
// the row of x, int64 and in the shape of out, where it stands: the first such
// row, which takes the whole gradient. For an empty sequence zeros, and -1.
template <class Device, class T>
void SequenceMax(const Device& device, const framework::Tensor& x,
                 Offsets offsets, framework::Tensor* out,
                 framework::Tensor* index);
// OutOfRange for an index outside its sequence.
template <class Device, class T>
void SequenceMaxGrad(const Device& device, const framework::Tensor& d_out,
                     const framework::Tensor& index, Offsets offsets,
                     framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

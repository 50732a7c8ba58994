// Reduces each sequence of rows to one row.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The poolings that are linear in x; the maximum has functions of its own. One
// factor per sequence and a range of rows describe each of them.
enum class SequencePooling { kSum, kAverage, kSqrt, kFirst, kLast };

// Computes out [sequences, ...] from x [rows, ...]: the sum of the rows of each
// sequence, divided by its length (kAverage) or the square root of that
// (kSqrt); its first row or its last one. `pad_value` for an empty sequence. T:
// float, double. Tensors must not share memory. Sums add up rows in order on
// the CPU; on a GPU the order may differ, but is the same in each run.
template <class Device, class T>
void SequencePool(const Device& device, SequencePooling pooling,
                  const framework::Tensor& x, Offsets offsets, double pad_value,
                  framework::Tensor* out);
// Distributes d_out over the rows that were pooled, with the same factor. For
// kFirst and kLast all other rows get zeros. All of d_x is overwritten.
template <class Device, class T>
void SequencePoolGrad(const Device& device, SequencePooling pooling,
                      const framework::Tensor& d_out, Offsets offsets,
                      framework::Tensor* d_x);

// Computes out = the maximum of each column of a sequence (NaN if it has one),
// and `index`, int64 in the shape of out, = the first row of x with it, which
// receives the whole gradient. `pad_value` and -1 for an empty sequence. A
// sequence of NaNs gives NaN and its first row. T: float, double. The reduction
// takes the first of equal elements in any order of evaluation, so that CPU and
// GPU agree.
template <class Device, class T>
void SequenceMax(const Device& device, const framework::Tensor& x,
                 Offsets offsets, double pad_value, framework::Tensor* out,
                 framework::Tensor* index);
// Computes d_x = d_out at the rows of `index`, zeros elsewhere. Throws
// OutOfRange, on a GPU when the device is next waited for, for an index outside
// its sequence.
template <class Device, class T>
void SequenceMaxGrad(const Device& device, const framework::Tensor& d_out,
                     const framework::Tensor& index, Offsets offsets,
                     framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

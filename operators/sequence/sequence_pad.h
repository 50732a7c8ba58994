// Converts sequences to rows of one length and back.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out [sequences, padded length, ...] = each sequence of x [rows, ...]
// followed by copies of `value`, which is one element or one row of x; zeros if
// null. The padded length, out.dims()[1], is at least the longest sequence. T:
// float, double, int32_t, int64_t. Nothing may share memory. Number i of
// `offsets` belongs to entry i of out. An empty sequence gives an entry of
// padding only.
template <class Device, class T>
void SequencePad(const Device& device, const framework::Tensor& x,
                 Offsets offsets, const framework::Tensor* value,
                 framework::Tensor* out);

// Computes out [rows, ...] = the first rows of each entry of x [sequences,
// padded length, ...], as many as `offsets` give its sequence; the inverse of
// SequencePad. Supports every data type. Also the gradient of SequencePad with
// respect to x: padding passes no gradient.
template <class Device>
void SequenceUnpad(const Device& device, const framework::Tensor& x,
                   Offsets offsets, framework::Tensor* out);

// Computes out [..., width], of any data type: 1 in the first min(lengths[i],
// width) elements of row i, 0 in the others; negative lengths count as 0. T:
// int32_t, int64_t. out has the shape of `lengths` and one axis more, along
// which the mask runs.
template <class Device, class T>
void SequenceMask(const Device& device, const framework::Tensor& lengths,
                  framework::Tensor* out);

}  // namespace paddle::operators::kernels

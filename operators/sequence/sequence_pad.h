// Sequences as rows of one length, and back.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// x is [rows, ...], out [sequences, longest or more, ...]: each sequence, and
// behind it `value`, an element or a row of x; zeros if it is null. T is float,
// double, int32_t or int64_t.
template <class Device, class T>
void SequencePad(const Device& device, const framework::Tensor& x,
                 Offsets offsets, const framework::Tensor* value,
                 framework::Tensor* out);

// out [rows, ...] = the first rows of each entry of x [sequences, longest or
// more, ...], as many as its sequence has. Any data type.
template <class Device>
void SequenceUnpad(const Device& device, const framework::Tensor& x,
                   Offsets offsets, framework::Tensor* out);

// out is [..., width], of any data type: 1 in the first lengths[i] places of
// row i, or in all if that is more, 0 in the others. T is int32_t or int64_t.
template <class Device, class T>
void SequenceMask(const Device& device, const framework::Tensor& lengths,
                  framework::Tensor* out);

}  // namespace paddle::operators::kernels

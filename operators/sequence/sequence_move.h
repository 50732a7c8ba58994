// Moves rows within and between sequences. The functions support every data
// type; tensors must not share memory. Rows are copied as bytes, so that one
// instantiation serves every type and NaN keeps its bits; outputs have been
// allocated.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = x with the rows of each sequence in reverse order. Reversing
// twice restores x, so it is its own gradient. For example, offsets {0, 3, 4}
// turn the rows a b c d into c b a d.
template <class Device>
void SequenceReverse(const Device& device, const framework::Tensor& x,
                     Offsets offsets, framework::Tensor* out);

// Computes sequence i of out = the concatenated sequences i of all inputs.
// `offsets` are those of each input, at least one, all of the same length. Rows
// of all tensors have one shape.
template <class Device>
void SequenceConcat(const Device& device,
                    absl::Span<const framework::Tensor* const> inputs,
                    absl::Span<const Offsets> offsets, framework::Tensor* out);

// The inverse of SequenceConcat: splits x into sequences with the given
// `offsets`. Pieces whose output is null are skipped. A skipped piece still
// needs its offsets: they say where the others begin.
template <class Device>
void SequenceSplit(const Device& device, const framework::Tensor& x,
                   absl::Span<const Offsets> offsets,
                   absl::Span<framework::Tensor* const> outputs);

// Computes sequence i of out, delimited by `offsets`, = that many rows of x
// from row first[i] on. `first` counts rows of x, not of a sequence, and has
// one entry less than `offsets`.
template <class Device>
void SequenceSlice(const Device& device, const framework::Tensor& x,
                   absl::Span<const int64_t> first, Offsets offsets,
                   framework::Tensor* out);

// Computes the gradient of SequenceSlice: d_x = d_out in the slices, zeros
// elsewhere. The slices are in ascending order and do not overlap.
template <class Device>
void SequenceSliceGrad(const Device& device, const framework::Tensor& d_out,
                       absl::Span<const int64_t> first, Offsets offsets,
                       framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

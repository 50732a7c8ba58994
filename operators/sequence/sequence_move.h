// Rows moved within and between sequences. Any data type; nothing may share
// memory.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = x with the rows of each sequence in reverse order.
template <class Device>
void SequenceReverse(const Device& device, const framework::Tensor& x,
                     Offsets offsets, framework::Tensor* out);

// Sequence i of out = the sequences i of the inputs, one behind the other.
// `offsets` are those of each input, at least one, all of one length.
template <class Device>
void SequenceConcat(const Device& device,
                    absl::Span<const framework::Tensor* const> inputs,
                    absl::Span<const Offsets> offsets, framework::Tensor* out);

// Cuts the sequences of x into those that joined would give it, of which
// `offsets` tell. A piece whose output is null is left out.
template <class Device>
void SequenceSplit(const Device& device, const framework::Tensor& x,
                   absl::Span<const Offsets> offsets,
                   absl::Span<framework::Tensor* const> outputs);

// Sequence i of out, of which `offsets` tell, = as many rows of x from row
// first[i] on.
template <class Device>
void SequenceSlice(const Device& device, const framework::Tensor& x,
                   absl::Span<const int64_t> first, Offsets offsets,
                   framework::Tensor* out);

// d_x = d_out where SequenceSlice took the rows from, zeros elsewhere. The
// slices do not overlap and are in order.
template <class Device>
void SequenceSliceGrad(const Device& device, const framework::Tensor& d_out,
                       absl::Span<const int64_t> first, Offsets offsets,
                       framework::Tensor* d_x);

}  // namespace paddle::operators::kernels

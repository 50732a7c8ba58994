// Functions of sequences that tensors with LoD form, as operators call them.
// They find the offsets that the functions of tensors take. Outputs have their
// memory, and shape inference has checked the levels.
#pragma once

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/sequence/sequence_expand.h"
#include "paddle/operators/sequence/sequence_move.h"

namespace paddle::operators::kernels {

// Repeats the items of x as often as the sequences of a level of y say. An item
// is a sequence of level 0 of x, or a row if x forms none; there are as many as
// sequences in the level. A `level` of -1 is the last one of y, of which the
// elements are not read.
template <class Device>
void ExpandByLevel(const Device& device, const framework::LoDTensor& x,
                   const framework::LoDTensor& y, int64_t level,
                   Workspace workspace, framework::Tensor* out) {
  SequenceExpand(device, x, ItemsOf(x), LevelAt(y, level), workspace, out);
}

// Computes the gradient of ExpandByLevel; dx has the sequences of x. The
// gradient of an item is the sum of those of its copies, 0 without any.
template <class Device, class T>
void ExpandByLevelGrad(const Device& device, const framework::LoDTensor& y,
                       int64_t level, const framework::Tensor& dout,
                       Workspace workspace, framework::LoDTensor* dx) {
  SequenceExpandGrad<Device, T>(device, dout, ItemsOf(*dx), LevelAt(y, level),
                                workspace, dx);
}

// The inputs of a list slot, none of them null.
using Sequences = absl::Span<const framework::LoDTensor* const>;

// Returns the offsets of the last level of each. Refers to their LoDs, which
// must outlive the result.
inline absl::InlinedVector<Offsets, 8> OffsetsOfAll(Sequences all) {
  absl::InlinedVector<Offsets, 8> offsets;
  for (const framework::LoDTensor* x : all) offsets.push_back(LastLevel(*x));
  return offsets;
}

// Concatenates the sequences i of all inputs. Sequence i of out holds the rows
// of sequence i of the first input, then those of the second, and so on; all
// inputs have as many sequences.
template <class Device>
void ConcatSequences(const Device& device, Sequences inputs,
                     framework::Tensor* out) {
  const absl::InlinedVector<const framework::Tensor*, 8> tensors(inputs.begin(),
                                                                 inputs.end());
  SequenceConcat(device, tensors, OffsetsOfAll(inputs), out);
}

// Splits dout as the inputs were concatenated. Offsets of unwanted gradients
// are needed too: they locate the other pieces. `pieces` has an entry for each
// input, null where no gradient is wanted.
template <class Device>
void ConcatSequencesGrad(const Device& device, Sequences inputs,
                         const framework::Tensor& dout,
                         absl::Span<framework::Tensor* const> pieces) {
  SequenceSplit(device, dout, OffsetsOfAll(inputs), pieces);
}

}  // namespace paddle::operators::kernels

// Functions of sequences whose sizes are values of tensors, as operators call
// them. These are read on the host, since the shape of the output depends on
// them; that waits for a GPU. An offset or length that its sequence does not
// hold is refused with OutOfRange, naming the sequence, before anything is
// written.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/sequence/given_lengths.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/operators/sequence/sequence_pad.h"
#include "paddle/operators/sequence/slices.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Allocates out with the first `count` levels of x and a last one of the given
// offsets, which are also its number of rows. `dims` is the shape of out but
// for axis 0. `count` is at most the number of levels of x, whose LoD may be
// null if it is 0.
inline void AllocateRows(const framework::LoDTensor& x, int count,
                         std::vector<int64_t> offsets, framework::Dims dims,
                         memory::Allocator* allocator,
                         framework::LoDTensor* out) {
  dims[0] = offsets.back();
  framework::LoD::Levels levels;
  for (int i = 0; i < count; ++i) {
    const auto level = x.lod()->offsets(i);
    levels.emplace_back(level.begin(), level.end());
  }
  levels.push_back(std::move(offsets));
  out->Allocate(dims, x.dtype(), allocator);
  out->set_lod(framework::LoD::FromOffsets(std::move(levels)));
}

// Throws InvalidArgument, with both numbers, unless dout has as many rows as
// the offsets say: the lengths are inputs of the gradient `op`, too, and may
// differ from the forward's.
inline void CheckRows(const char* op, const framework::Tensor& dout,
                      const std::vector<int64_t>& offsets) {
  PADDLE_ENFORCE(dout.dims()[0] == offsets.back(), InvalidArgument,
                 "Out@GRAD of ", op, " is ", dout.dims().ToString(),
                 ", but the lengths add up to ", offsets.back());
}

// Computes out = Length[i] rows of each sequence, from row Offset[i] on.
// `offset` and `length` hold an int64 for each sequence of the last level of x;
// out also gets the levels above it. `allocator` provides its memory.
template <class Device>
void SliceSequences(const Device& device, const framework::LoDTensor& x,
                    const framework::Tensor& offset,
                    const framework::Tensor& length,
                    memory::Allocator* allocator, framework::LoDTensor* out) {
  Slices slices = SlicesOf(offset, length, LastLevel(x));
  AllocateRows(x, x.lod()->levels() - 1, std::move(slices.offsets), x.dims(),
               allocator, out);
  SequenceSlice(device, x, slices.first, LastLevel(*out), out);
}

// Computes the gradient of SliceSequences; dx has the sequences of x. Rows of x
// outside the slices get zeros.
template <class Device>
void SliceSequencesGrad(const Device& device, const framework::Tensor& offset,
                        const framework::Tensor& length,
                        const framework::Tensor& dout,
                        framework::LoDTensor* dx) {
  const Slices slices = SlicesOf(offset, length, LastLevel(*dx));
  CheckRows("sequence_slice_grad", dout, slices.offsets);
  SequenceSliceGrad(device, dout, slices.first, slices.offsets, dx);
}

// Computes out = the rows of x, [sequences, longest, ...], without the padding.
// Entries of x may themselves form sequences: the lengths become a new last
// level below those of x. `length` has an int64 in [0, longest] for each. out
// takes its memory from `allocator`.
template <class Device>
void UnpadSequences(const Device& device, const framework::LoDTensor& x,
                    const framework::Tensor& length,
                    memory::Allocator* allocator, framework::LoDTensor* out) {
  framework::Dims dims = {0};
  for (int axis = 2; axis < x.rank(); ++axis) dims.Append(x.dims()[axis]);
  AllocateRows(x, x.lod() == nullptr ? 0 : x.lod()->levels(),
               OffsetsOf(length, x.dims()[1]), dims, allocator, out);
  SequenceUnpad(device, x, LastLevel(*out), out);
}

// Computes out = x as sequences of the given lengths, an int64 in [0, rows of
// x] for each; out takes its memory from `allocator`. Throws InvalidArgument
// unless they add up to the rows of x, of which neither elements nor sequences
// matter.
inline void GroupRows(const platform::DeviceContext& device,
                      const framework::LoDTensor& x,
                      const framework::Tensor& length,
                      memory::Allocator* allocator, framework::LoDTensor* out) {
  const int64_t rows = x.dims()[0];
  std::vector<int64_t> offsets = OffsetsOf(length, rows);
  PADDLE_ENFORCE(offsets.back() == rows, InvalidArgument,
                 "the lengths that sequence_group got add up to ",
                 offsets.back(), ", but X is ", x.dims().ToString());
  AllocateRows(x, 0, std::move(offsets), x.dims(), allocator, out);
  CopyElements(device, x, out);
}

// Computes the gradient of UnpadSequences: dout, padded with zeros. `dx` has
// the shape of x, [sequences, longest, ...].
template <class Device, class T>
void UnpadSequencesGrad(const Device& device, const framework::Tensor& length,
                        const framework::Tensor& dout, framework::Tensor* dx) {
  const std::vector<int64_t> offsets = OffsetsOf(length, dx->dims()[1]);
  CheckRows("sequence_unpad_grad", dout, offsets);
  SequencePad<Device, T>(device, dout, offsets, nullptr, dx);
}

}  // namespace paddle::operators::kernels

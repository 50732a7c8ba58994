// Resolves the inputs Offset and Length of sequence_slice. Offsets and lengths
// are values on the device that decide the shape of the output, so a kernel
// reads them, not shape inference.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// The slices of all sequences of a tensor.
struct Slices {
  std::vector<int64_t> first;    // the row each begins at
  std::vector<int64_t> offsets;  // of the sequences that they make
};

// Returns the slices of Length[i] rows beginning with row Offset[i] of sequence
// i. Copies both tensors to the host, and so waits for a GPU. Throws
// OutOfRange, naming the sequence, if it does not contain the slice;
// InvalidArgument unless there are one offset and one length, of int64, for
// each sequence.
// `sequences` are the offsets of the sliced tensor; those of the result begin
// at 0 and count rows of the output.
inline Slices SlicesOf(const framework::Tensor& offset,
                       const framework::Tensor& length,
                       kernels::Offsets sequences) {
  const int64_t count = static_cast<int64_t>(sequences.size()) - 1;
  PADDLE_ENFORCE(offset.numel() == count && length.numel() == count,
                 InvalidArgument, "X of sequence_slice has ", count,
                 " sequences, but Offset is ", offset.dims().ToString(),
                 " and Length ", length.dims().ToString());
  const framework::Tensor offsets = framework::OnCPU(offset);
  const framework::Tensor lengths = framework::OnCPU(length);
  const int64_t* from = offsets.data<int64_t>();
  const int64_t* rows = lengths.data<int64_t>();
  Slices slices;
  slices.first.reserve(count);
  slices.offsets.reserve(count + 1);
  slices.offsets.push_back(0);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t size = sequences[i + 1] - sequences[i];
    const bool within = 0 <= from[i] && from[i] <= size && 0 <= rows[i] &&
                        rows[i] <= size - from[i];
    PADDLE_ENFORCE(within, OutOfRange, "sequence ", i, " has ", size,
                   " rows: a slice of ", rows[i], " rows from row ", from[i],
                   " on is not within");
    slices.first.push_back(sequences[i] + from[i]);
    slices.offsets.push_back(slices.offsets.back() + rows[i]);
  }
  return slices;
}

}  // namespace paddle::operators

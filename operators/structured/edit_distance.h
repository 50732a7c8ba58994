// The edit distance of pairs of sequences.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[i], float32, = the number of insertions, deletions and
// replacements of single elements that turn sequence i of `hyps` into sequence
// i of `refs` (Levenshtein distance); if `normalized`, divided by the length of
// the latter, where InvalidArgument, naming the sequence, is thrown for 0. Both
// tensors are int64, one element per row, with equally many sequences, whose
// number is stored in *number, in memory of the place. Takes time proportional
// to the product of the lengths, and memory to the length of the reference.
template <class Device>
void EditDistance(const Device& device, const framework::Tensor& hyps,
                  Offsets hyp_offsets, const framework::Tensor& refs,
                  Offsets ref_offsets, bool normalized, Workspace workspace,
                  framework::Tensor* out, int64_t* number);

// Computes the same on a GPU; called by EditDistance, which checks arguments.
void EditDistanceOnCUDA(const platform::CUDADeviceContext& device,
                        const framework::Tensor& hyps, Offsets hyp_offsets,
                        const framework::Tensor& refs, Offsets ref_offsets,
                        bool normalized, Workspace workspace,
                        framework::Tensor* out, int64_t* number);

}  // namespace paddle::operators::kernels

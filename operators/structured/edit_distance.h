// How different two sequences are.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out[i], float32: how many insertions, deletions and replacements of one
// element make sequence i of `hyps` that of `refs` (Levenshtein's distance);
// normalized: divided by the length of the latter, InvalidArgument naming the
// sequence if that is 0. Both are int64, one element a row, and form equally
// many sequences: `number`, in memory of the place.
template <class Device>
void EditDistance(const Device& device, const framework::Tensor& hyps,
                  Offsets hyp_offsets, const framework::Tensor& refs,
                  Offsets ref_offsets, bool normalized, Workspace workspace,
                  framework::Tensor* out, int64_t* number);

// Its twin for GPUs.
void EditDistanceOnCUDA(const platform::CUDADeviceContext& device,
                        const framework::Tensor& hyps, Offsets hyp_offsets,
                        const framework::Tensor& refs, Offsets ref_offsets,
                        bool normalized, Workspace workspace,
                        framework::Tensor* out, int64_t* number);

}  // namespace paddle::operators::kernels

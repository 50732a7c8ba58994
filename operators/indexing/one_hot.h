// Encodes numbers as rows with a single 1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out, of shape [ids, depth]: 1 (true) at [i, ids[i]], 0 elsewhere.
// Supports every data type. The ids have been checked against depth
// (CheckedIndices). Clears out first, then writes one element for each id.
template <class Device>
void OneHot(const Device& device, Indices ids, framework::Tensor* out);

// Writes one element into each row of a zeroed `out`, at the column of its id.
// `one` points to the element on the host, of 1, 2, 4 or 8 bytes. Called by
// OneHot on GPUs.
void MarkOnCUDA(const platform::CUDADeviceContext& device, Indices ids,
                const void* one, size_t element_size, int64_t depth, void* out);

}  // namespace paddle::operators::kernels

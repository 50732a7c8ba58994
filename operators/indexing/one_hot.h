// Numbers as rows with a single 1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out, [ids, depth] = 1 (true) at [i, ids[i]], else 0. Any data type. The ids
// have been checked against depth.
template <class Device>
void OneHot(const Device& device, Indices ids, framework::Tensor* out);

// What it adds to zeros on GPUs: in each row the element at `one`, on the host,
// of 1, 2, 4 or 8 bytes.
void MarkOnCUDA(const platform::CUDADeviceContext& device, Indices ids,
                const void* one, size_t element_size, int64_t depth, void* out);

}  // namespace paddle::operators::kernels

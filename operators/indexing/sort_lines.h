// Sorts many lines of keys on a GPU.
#pragma once

#include <cstdint>

#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Stores in `indices`, [lines, size], the positions of the keys of each line of
// `keys`, [lines, size], in ascending order; the sort is stable. The contents
// of `keys` are unspecified afterwards. Both arrays are on the GPU. Key:
// uint32_t, uint64_t.
//
// Compiled by nvcc it is a radix sort of CUB, linear in the size. On the
// emulated GPU it is a bitonic network, which needs no CUB: O(log^2 size)
// launches.
template <typename Key>
void SortLinesOnCUDA(const platform::CUDADeviceContext& device, int64_t lines,
                     int64_t size, Key* keys, int64_t* indices);

}  // namespace paddle::operators::kernels

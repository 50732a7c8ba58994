// Sorting many lines of keys on a GPU.
#pragma once

#include <cstdint>

#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// keys: [lines, size]. indices: [lines, size], where in its line each key
// stands in ascending order; equal keys stay in order of position. What the
// keys hold afterwards is not said. Both lie on the GPU. Key: uint32_t,
// uint64_t.
//
// By radix (CUB), whose time grows with the size, where nvcc compiles it; with
// the GPU emulated, by a bitonic network.
template <typename Key>
void SortLinesOnCUDA(const platform::CUDADeviceContext& device, int64_t lines,
                     int64_t size, Key* keys, int64_t* indices);

}  // namespace paddle::operators::kernels

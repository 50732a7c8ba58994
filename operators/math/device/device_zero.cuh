// Clearing memory on GPUs, for .cu files.
#pragma once

#include <cstdint>

#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Sets `size` elements to 0, in the order of the device's work. T: the type of
// elements of a tensor. Scratch memory is not initialized, and needs this.
template <typename T>
void ZeroOnCUDA(const platform::DeviceContext& device, int64_t size, T* out) {
  platform::ForEach(device, size,
                    [=] PADDLE_DEVICE(int64_t i) { out[i] = T{}; });
}

}  // namespace paddle::operators::kernels

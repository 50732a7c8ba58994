// Zeros on GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// T: a type of elements; 0 of it is made of bits that are 0.
template <typename T>
void ZeroOnCUDA(const platform::DeviceContext& device, int64_t size, T* out) {
  platform::ForEach(device, size,
                    [=] PADDLE_DEVICE(int64_t i) { out[i] = T{}; });
}

}  // namespace paddle::operators::kernels

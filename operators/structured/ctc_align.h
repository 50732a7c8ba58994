// Reads classes of frames as labels.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = the classes of each sequence of the last level of x, int64,
// without repetitions of the class before, if `merge_repeated`, and then
// without blanks. out is [labels, 1], with the levels of x above the last; its
// number of rows depends on values, which are looked at on the host.
void CtcAlign(const platform::DeviceContext& device,
              const framework::LoDTensor& x, int64_t blank, bool merge_repeated,
              memory::Allocator* allocator, framework::LoDTensor* out);

}  // namespace paddle::operators::kernels

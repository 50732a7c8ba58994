// Filling a tensor with one value, converted once and not for each element.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sets each element of `out` to `value`, converted to out's data type by the
// rules of Convert (convert.h). Any data type; an integer is not rounded on the
// way. Device: CPU or CUDA, where the fill is queued on the stream.
template <class Device>
void Fill(const Device& device, const framework::Number& value,
          framework::Tensor* out);

// The CUDA half of Fill: sets each of the `count` elements at `to`, in memory
// of the device, to the one at `element`, in memory of the host, of 1, 2, 4 or
// 8 bytes.
void FillOnCUDA(const platform::CUDADeviceContext& device, const void* element,
                size_t element_size, int64_t count, void* to);

}  // namespace paddle::operators::kernels

// Fills a tensor with one value, which is converted to its data type once and
// not for each element.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sets each element of `out` to `value`, converted to the data type of out by
// the rules of Convert (convert.h). Supports every data type; an integer is not
// converted by way of double, which would round it. Device: CPU, or CUDA, where
// the fill is enqueued on the stream.
template <class Device>
void Fill(const Device& device, const framework::Number& value,
          framework::Tensor* out);

// The CUDA half of Fill: sets the `count` elements at `to`, in memory of the
// device, to the value at `element`, in memory of the host. `element_size` is
// 1, 2, 4 or 8 bytes.
void FillOnCUDA(const platform::CUDADeviceContext& device, const void* element,
                size_t element_size, int64_t count, void* to);

}  // namespace paddle::operators::kernels

// Tensors of equal elements.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Each element of out = value, converted to out's data type, any, as Convert
// (convert.h) defines it; an integer is not rounded on the way.
template <class Device>
void Fill(const Device& device, const framework::Number& value,
          framework::Tensor* out);

// What it is made of on GPUs: each of the `count` elements at `to` becomes the
// one at `element`, on the host, of 1, 2, 4 or 8 bytes.
void FillOnCUDA(const platform::CUDADeviceContext& device, const void* element,
                size_t element_size, int64_t count, void* to);

}  // namespace paddle::operators::kernels

// Tensors of equal elements.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Each element of out = value, converted to out's data type, any, as Convert
// (convert.h) defines it.
void Fill(const platform::DeviceContext& device, double value,
          framework::Tensor* out);

}  // namespace paddle::operators::kernels

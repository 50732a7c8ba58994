// The elements of a tensor in another one.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = x, element by element in memory order; dims may differ, the number of
// elements and the data type not. Costs nothing when both are the same memory.
void CopyElements(const platform::DeviceContext& device,
                  const framework::Tensor& x, framework::Tensor* out);

}  // namespace paddle::operators::kernels

// Where a tensor is not 0.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// How many elements are not 0 (true; NaN counts). Any data type.
// They are counted on the host.
int64_t CountNonzero(const framework::Tensor& x);

// The int64 `out`, [CountNonzero(x), rank], = the indices of those elements in
// row-major order.
void FindNonzero(const platform::DeviceContext& device,
                 const framework::Tensor& x, framework::Tensor* out);

}  // namespace paddle::operators::kernels

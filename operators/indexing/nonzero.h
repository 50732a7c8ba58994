// Finds the nonzero elements of a tensor.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Returns the number of elements that are not 0 (that are true; NaN counts).
// Supports every data type. Counts on the host: waits for a GPU and copies x,
// since the caller needs the number to allocate the result.
int64_t CountNonzero(const framework::Tensor& x);

// Stores the indices of those elements, in row-major order, in the int64 `out`
// of shape [CountNonzero(x), rank of x]. Runs on the host, too.
void FindNonzero(const platform::DeviceContext& device,
                 const framework::Tensor& x, framework::Tensor* out);

}  // namespace paddle::operators::kernels

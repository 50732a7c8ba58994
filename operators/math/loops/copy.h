// The elements of a tensor in another one.
#pragma once

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = x, element by element in memory order; dims may differ, the number of
// elements and the data type not. Costs nothing when both are the same memory.
void CopyElements(const platform::DeviceContext& device,
                  const framework::Tensor& x, framework::Tensor* out);

// out = x; out's memory comes from `allocator`, and is not x's.
void CopyRows(const platform::DeviceContext& device,
              const framework::SelectedRows& x, memory::Allocator* allocator,
              framework::SelectedRows* out);

}  // namespace paddle::operators::kernels

// Copies of all the elements of a tensor or of selected rows; strided_copy.h
// copies parts.
#pragma once

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Copies x to `out` in memory order. The dims may differ; the number of
// elements and the data type agree. Returns at once if both are the same
// memory; otherwise they must not overlap. On a GPU the copy is queued on the
// device's stream.
void CopyElements(const platform::DeviceContext& device,
                  const framework::Tensor& x, framework::Tensor* out);

// Copies rows, height and value of x to `out`, whose value gets memory of its
// own from `allocator`. The row numbers are copied on the host.
void CopyRows(const platform::DeviceContext& device,
              const framework::SelectedRows& x, memory::Allocator* allocator,
              framework::SelectedRows* out);

}  // namespace paddle::operators::kernels

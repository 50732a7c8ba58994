// A box cut out of a tensor.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = the part of x that begins at `begins` (an index for each axis) and has
// out's dims; it lies within x. One data type, any; nothing may share memory.
void CutBox(const platform::DeviceContext& device, const framework::Tensor& x,
            absl::Span<const int64_t> begins, framework::Tensor* out);

// The reverse: x = zeros with `box` at `begins`.
void PasteBox(const platform::DeviceContext& device,
              const framework::Tensor& box, absl::Span<const int64_t> begins,
              framework::Tensor* x);

}  // namespace paddle::operators::kernels

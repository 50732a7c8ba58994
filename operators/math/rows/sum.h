// Sums of several tensors, dense or of selected rows.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = inputs[0] + inputs[1] + ..., all of the same dims; 0 without
// inputs. `out` may share all its memory with the first input and with no
// other. Integers wrap around; float16 and bfloat16 are added up in float and
// rounded once (on a GPU once per 128 inputs). T: float, double, float16,
// bfloat16, int32_t, int64_t.
template <class Device, class T>
void Sum(const Device& device,
         absl::Span<const framework::Tensor* const> inputs,
         framework::Tensor* out);

// Adds each row of `rows` to its row of `out`, a tensor of rows.DenseDims(), in
// the order of the list, and rounds to T each time. T as for Sum. Throws
// OutOfRange for a row that `out` does not have, before anything is added.
template <class Device, class T>
void AddRows(const Device& device, const framework::SelectedRows& rows,
             framework::Tensor* out);

// Concatenates the rows of all inputs, at least one; out's memory comes from
// `allocator`. Any data type, the same for all; `out` is none of the inputs.
void ConcatRows(const platform::DeviceContext& device,
                absl::Span<const framework::SelectedRows* const> inputs,
                memory::Allocator* allocator, framework::SelectedRows* out);

}  // namespace paddle::operators::kernels

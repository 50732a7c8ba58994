// Rows of a table by number.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// `padding` of a table without padding row.
inline constexpr int64_t kNoPadding = -1;

// Below, w is [height, width], ids any int64 tensor, and out and d_out have
// ids.numel() rows of `width` elements. An id outside [0, height) is
// OutOfRange, naming it and its position. T is float or double.

// out[i] = w[ids[i]]; zeros where ids[i] is `padding`.
template <class Device, class T>
void LookUpRows(const Device& context, const framework::Tensor& w,
                const framework::Tensor& ids, int64_t padding,
                framework::Tensor* out);

// d_w[r] = the sum of d_out[i] over all i with ids[i] = r, in the order of i;
// zero for `padding`.
template <class Device, class T>
void LookUpRowsGrad(const Device& context, const framework::Tensor& ids,
                    const framework::Tensor& d_out, int64_t padding,
                    framework::Tensor* d_w);

// The same as rows: one for each id that is not `padding`, in order, repeated
// ids kept. `d_w` knows its height; its value comes from `allocator`.
template <typename T>
void LookUpRowsSparseGrad(const platform::DeviceContext& context,
                          const framework::Tensor& ids,
                          const framework::Tensor& d_out, int64_t padding,
                          memory::Allocator* allocator,
                          framework::SelectedRows* d_w);

}  // namespace paddle::operators::kernels

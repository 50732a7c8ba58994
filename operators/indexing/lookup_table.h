// Looks up rows of an embedding table, and computes the table's gradient.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The value of `padding` for tables without a padding row.
inline constexpr int64_t kNoPadding = -1;

// In the functions below w is [height, width], ids is an int64 tensor of any
// shape, and out and d_out have ids.numel() rows of `width` elements. They
// throw OutOfRange for an id outside [0, height), naming it and its position;
// on a GPU when the device is next waited for. T: float, double.

// Computes out[i] = w[ids[i]], and zeros where ids[i] is `padding`. On the CPU
// all ids are checked before anything is written.
template <class Device, class T>
void LookUpRows(const Device& context, const framework::Tensor& w,
                const framework::Tensor& ids, int64_t padding,
                framework::Tensor* out);

// Computes out[i] = the row of w whose number is ids[i], and zeros where ids[i]
// is `padding`, which w need not have. All ids are checked before anything is
// written, on a GPU, too, which is waited for if ids are there: the numbers of
// rows are on the host. Throws OutOfRange for an id that w does not have,
// naming it and its position, and InvalidArgument for a w that has a row twice.
template <class Device, class T>
void LookUpSelectedRows(const Device& context, const framework::SelectedRows& w,
                        const framework::Tensor& ids, int64_t padding,
                        framework::Tensor* out);

// Returns the position among the rows of w for each of `ids`, on the host, and
// kNoPadding for `padding`. Throws as LookUpSelectedRows does.
std::vector<int64_t> PositionsOfIds(const framework::SelectedRows& w,
                                    const framework::Tensor& ids,
                                    int64_t padding);

// Computes d_w[r] = the sum of d_out[i] over all i with ids[i] = r, in
// ascending order of i (so the result is deterministic); 0 for the row
// `padding`. All of d_w is written, so the sparse form is cheaper for a large
// table of which a batch reads few rows.
template <class Device, class T>
void LookUpRowsGrad(const Device& context, const framework::Tensor& ids,
                    const framework::Tensor& d_out, int64_t padding,
                    framework::Tensor* d_w);

// Computes the gradient as SelectedRows: one row of d_out for each id that is
// not `padding`, in order; equal rows are not merged. The height of `d_w` must
// be set; its value is allocated from `allocator`. Waits for the device if ids
// are on a GPU, because the row numbers of SelectedRows are kept on the host.
// Throws OutOfRange at once, on a GPU too.
template <typename T>
void LookUpRowsSparseGrad(const platform::DeviceContext& context,
                          const framework::Tensor& ids,
                          const framework::Tensor& d_out, int64_t padding,
                          memory::Allocator* allocator,
                          framework::SelectedRows* d_w);

}  // namespace paddle::operators::kernels

// Lists the windows of sequences of numbers.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[r] = x[r], x[r + 1], ..., the window that begins with row r, for
// each row of x, [rows, 1] or [rows]; places behind the end of the sequence get
// `pad_value`, converted to T. out is [rows, width], and its width that of the
// windows. T: int32_t, int64_t. Device: CPU or CUDA.
template <class Device, class T>
void SequenceEnumerate(const Device& device, const framework::Tensor& x,
                       Offsets offsets, int64_t pad_value,
                       framework::Tensor* out);

}  // namespace paddle::operators::kernels

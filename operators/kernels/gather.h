// Rows by number.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out[i] = x[index[i]] for each element of the int64 tensor `index`; x and out
// are [rows, ...] of one data type, any. OutOfRange, naming index, position and
// bound. Nothing may share memory.
void GatherRows(const platform::DeviceContext& device,
                const framework::Tensor& x, const framework::Tensor& index,
                framework::Tensor* out);

// dx[r] = the sum of dout[i] over all i with index[i] = r, in the order of i.
// T is float or double.
template <typename T>
void GatherRowsGrad(const platform::DeviceContext& device,
                    const framework::Tensor& index,
                    const framework::Tensor& dout, framework::Tensor* dx);

}  // namespace paddle::operators::kernels

// Arithmetic on two tensors of shapes that broadcast.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/kernels/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

enum class BinaryOp { kAdd, kSub, kMul, kDiv };

// out = x op y, where y counts as a tensor of y_dims (y.dims(), or those with
// sizes of 1 added) and x.dims() and y_dims broadcast by NumPy's rule to
// out->dims(). `out` may share all its memory with x, or with y, if the dims
// are the same. Integers wrap around; InvalidArgument for an integer divided by
// 0. T: float, double, int32_t, int64_t.
template <typename T, BinaryOp op>
void Elementwise(const platform::DeviceContext& device,
                 const framework::Tensor& x, const framework::Tensor& y,
                 const framework::Dims& y_dims, framework::Tensor* out);

// out = x + value, element by element; integers wrap around. `out` may be x's
// memory. T as above.
template <typename T>
void AddConstant(const platform::DeviceContext& device,
                 const framework::Tensor& x, T value, framework::Tensor* out);

// The gradients, summed over what was broadcast: dx of x_dims, dy of y_dims;
// either may be null. x and y, of the same dims, are read by kMul and kDiv only
// and may be null otherwise. For kAdd and kSub dx may be the memory of dout if
// x was not broadcast; nothing else may share memory. T: float, double.
template <typename T, BinaryOp op>
void ElementwiseGrad(const platform::DeviceContext& device,
                     const framework::Tensor& dout, const framework::Tensor* x,
                     const framework::Tensor* y, const framework::Dims& x_dims,
                     const framework::Dims& y_dims, Workspace workspace,
                     framework::Tensor* dx, framework::Tensor* dy);

}  // namespace paddle::operators::kernels

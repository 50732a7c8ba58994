// The axes of a tensor in another order.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Axis i of out is axis axes[i] of x; `axes` is a permutation of the axes of x,
// and out has the dims that follow. Any data type. Nothing may share memory.
template <class Device>
void Transpose(const Device& device, const framework::Tensor& x,
               absl::Span<const int64_t> axes, framework::Tensor* out);

// Its twin: x, which has elements, advances by `strides` along the axes of out.
void TransposeOnCUDA(const platform::CUDADeviceContext& device,
                     const framework::Tensor& x, const Strides& strides,
                     framework::Tensor* out);

}  // namespace paddle::operators::kernels

// Permutes the axes of a tensor.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out so that its axis i is axis axes[i] of x; `axes` is a permutation
// of the axes of x, and out already has the permuted shape. Supports every data
// type. x and out must not share memory. For example, x [2, 3, 4] with axes {2,
// 0, 1} gives out [4, 2, 3] with out[k, i, j] = x[i, j, k]. Does nothing if x
// is empty.
template <class Device>
void Transpose(const Device& device, const framework::Tensor& x,
               absl::Span<const int64_t> axes, framework::Tensor* out);

// Copies x, which must not be empty, to out, where strides[i] is the stride in
// x of axis i of out. Called by Transpose on GPUs.
void TransposeOnCUDA(const platform::CUDADeviceContext& device,
                     const framework::Tensor& x, const Strides& strides,
                     framework::Tensor* out);

}  // namespace paddle::operators::kernels

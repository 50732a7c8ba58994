// Copies of tensors of 16-bit types in float, for operators that compute in
// float, and back.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"

namespace paddle::operators::kernels {

// Returns the elements of x in float, exactly, in memory of `allocator`.
// Device: CPU or CUDA; T: float16, bfloat16.
template <class Device, class T>
framework::Tensor WidenedTensor(const Device& device,
                                const framework::Tensor& x,
                                memory::Allocator* allocator);

// Rounds floats to as many elements of out, to nearest, ties to even.
template <class Device, class T>
void RoundTensor(const Device& device, const framework::Tensor& x,
                 framework::Tensor* out);

}  // namespace paddle::operators::kernels

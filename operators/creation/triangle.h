// The part of matrices on one side of a diagonal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

enum class Triangle { kLower, kUpper };

// out = x, [..., rows, columns], where column - row <= diagonal (kLower) or
// column - row >= diagonal (kUpper), and 0 (false) elsewhere. Any data type.
// Both may be the same memory.
template <class Device>
void KeepTriangle(const Device& device, const framework::Tensor& x,
                  Triangle which, int64_t diagonal, framework::Tensor* out);
// What it is on GPUs; x has elements.
void KeepTriangleOnCUDA(const platform::CUDADeviceContext& device,
                        const framework::Tensor& x, Triangle which,
                        int64_t diagonal, framework::Tensor* out);

// out, [rows, columns] = 1 (true) where column == row, else 0.
template <class Device>
void FillEye(const Device& device, framework::Tensor* out);
// What it adds to zeros on GPUs: `count` elements at distances of `step` become
// the one at `element`, on the host, of 1, 2, 4 or 8 bytes.
void FillDiagonalOnCUDA(const platform::CUDADeviceContext& device,
                        const void* element, size_t element_size, int64_t count,
                        int64_t step, void* to);

}  // namespace paddle::operators::kernels

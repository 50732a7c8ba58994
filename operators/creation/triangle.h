// Triangles of matrices, and unit matrices. Elements are moved by their size,
// so each function serves all data types.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The part on or below a diagonal, and the part on or above it.
enum class Triangle { kLower, kUpper };

// Copies x, of shape [..., rows, columns], to `out` where column - row <=
// diagonal (kLower) or column - row >= diagonal (kUpper), and sets the other
// elements to 0 (false). Any data type and any diagonal, also one outside of
// the matrix. Both may be the same memory.
template <class Device>
void KeepTriangle(const Device& device, const framework::Tensor& x,
                  Triangle which, int64_t diagonal, framework::Tensor* out);
// The CUDA half of KeepTriangle; x has elements.
void KeepTriangleOnCUDA(const platform::CUDADeviceContext& device,
                        const framework::Tensor& x, Triangle which,
                        int64_t diagonal, framework::Tensor* out);

// Fills `out`, of shape [rows, columns], with 1 (true) where column == row and
// 0 elsewhere. Any data type.
template <class Device>
void FillEye(const Device& device, framework::Tensor* out);
// The CUDA half of FillEye, called on zeros: sets `count` elements at distances
// of `step` to the one at `element`, in memory of the host, of 1, 2, 4 or 8
// bytes.
void FillDiagonalOnCUDA(const platform::CUDADeviceContext& device,
                        const void* element, size_t element_size, int64_t count,
                        int64_t step, void* to);

}  // namespace paddle::operators::kernels

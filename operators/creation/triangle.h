// Extracts the lower or upper triangle of matrices, and fills identity
// matrices. Elements are only copied, so each function supports every data
// type.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The elements on and below a diagonal, or on and above it.
enum class Triangle { kLower, kUpper };

// Copies x, of shape [..., rows, columns], to `out` where column - row <=
// diagonal (kLower) or column - row >= diagonal (kUpper), and sets the other
// elements to 0 (false). The diagonal may lie outside the matrix, which then
// keeps all or none of its elements. `out` may be the memory of x.
template <class Device>
void KeepTriangle(const Device& device, const framework::Tensor& x,
                  Triangle which, int64_t diagonal, framework::Tensor* out);
template <class Device, Triangle kWhich>
void Keep(const Device& device, const framework::Tensor& x, int64_t diagonal,
          framework::Tensor* out) {
  KeepTriangle(device, x, kWhich, diagonal, out);
}
// The CUDA half of KeepTriangle; requires x not to be empty.
void KeepTriangleOnCUDA(const platform::CUDADeviceContext& device,
                        const framework::Tensor& x, Triangle which,
                        int64_t diagonal, framework::Tensor* out);

// Fills `out`, of shape [rows, columns], with 1 (true) on the main diagonal and
// 0 elsewhere.
template <class Device>
void FillEye(const Device& device, framework::Tensor* out);
// The CUDA half of FillEye, called after `to` was filled with zeros: sets the
// elements 0, step, ..., (count - 1) * step of `to`, in memory of the device,
// to the value at `element`, in memory of the host. `element_size` is 1, 2, 4
// or 8 bytes.
void FillDiagonalOnCUDA(const platform::CUDADeviceContext& device,
                        const void* element, size_t element_size, int64_t count,
                        int64_t step, void* to);

}  // namespace paddle::operators::kernels

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/matrix/bilinear.h"
#include "paddle/operators/matrix/bilinear_pass.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <>
struct BilinearLoops<platform::CUDADeviceContext> {
  using Device = platform::CUDADeviceContext;

  // A GPU needs far more outer products than a cache holds to be busy, so this
  // only limits the workspace.
  static int64_t Piece(int64_t pair) {
    constexpr int64_t kPiece = int64_t{1} << 24;
    return kPiece / std::max<int64_t>(pair, 1) + 1;
  }

  template <typename T>
  static void RepeatRow(const Device& device, int64_t rows, int64_t size,
                        const T* row, T* out) {
    platform::ForEach(device, rows * size,
                      [=] PADDLE_DEVICE(int64_t i) { out[i] = row[i % size]; });
  }

  template <typename T>
  static void Zero(const Device& device, int64_t size, T* out) {
    ZeroOnCUDA(device, size, out);
  }

  // Takes a thread per element.
  template <typename T>
  static void OuterProducts(const Device& device, const BilinearSizes& sizes,
                            int64_t rows, const T* x, const T* y, T* out) {
    const int64_t a = sizes.a, b = sizes.b;
    platform::ForEach(device, rows * a * b, [=] PADDLE_DEVICE(int64_t i) {
      out[i] = x[i / b] * y[i / (a * b) * b + i % b];
    });
  }

  // A thread adds up one element alone, in a fixed order, so that no atomic
  // addition makes the bits vary.
  template <typename T>
  static void LeftGrad(const Device& device, const BilinearSizes& sizes,
                       int64_t rows, const T* d_products, const T* y, T* d_x) {
    const int64_t a = sizes.a, b = sizes.b;
    platform::ForEach(device, rows * a, [=] PADDLE_DEVICE(int64_t i) {
      const T* right = y + i / a * b;
      T sum = 0;
      for (int64_t k = 0; k < b; ++k) sum += d_products[i * b + k] * right[k];
      d_x[i] = sum;
    });
  }

  // Adjacent threads read adjacent columns.
  template <typename T>
  static void RightGrad(const Device& device, const BilinearSizes& sizes,
                        int64_t rows, const T* d_products, const T* x, T* d_y) {
    const int64_t a = sizes.a, b = sizes.b;
    platform::ForEach(device, rows * b, [=] PADDLE_DEVICE(int64_t i) {
      const int64_t row = i / b;
      const T* d = d_products + row * a * b + i % b;
      T sum = 0;
      for (int64_t j = 0; j < a; ++j) sum += x[row * a + j] * d[j * b];
      d_y[i] = sum;
    });
  }
};

PADDLE_INSTANTIATE(Bilinear, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(BilinearGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels

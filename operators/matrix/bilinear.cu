#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/matrix/bilinear.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements of outer products computed at a time: a GPU needs far more than a
// cache holds to be busy, so this only limits the workspace.
constexpr int64_t kPiece = int64_t{1} << 24;

struct Sizes {
  Sizes(const Tensor& x, const Tensor& y, const Tensor& weight)
      : rows(x.dims()[0]),
        a(x.dims()[1]),
        b(y.dims()[1]),
        pair(a * b),
        size(weight.dims()[0]),
        piece(std::min(rows, kPiece / std::max<int64_t>(pair, 1) + 1)) {}

  // body(first row, rows) on one piece after the other.
  template <typename Body>
  void ForEachPiece(const Body& body) const {
    for (int64_t row = 0; row < rows; row += piece) {
      body(row, std::min(piece, rows - row));
    }
  }

  int64_t rows;
  int64_t a;
  int64_t b;
  int64_t pair;
  int64_t size;
  int64_t piece;  // rows at a time
};

// products[i] = x[i]^T y[i], a thread per element.
template <typename T>
void OuterProducts(const platform::CUDADeviceContext& device,
                   const Sizes& sizes, int64_t rows, const T* x, const T* y,
                   T* products) {
  const int64_t a = sizes.a, b = sizes.b;
  platform::ForEach(device, rows * a * b, [=] PADDLE_DEVICE(int64_t i) {
    products[i] = x[i / b] * y[i / (a * b) * b + i % b];
  });
}

// d_x[i] = d_products[i] y[i]. A thread adds up one element alone, in a fixed
// order, so that no atomic addition makes the bits vary.
template <typename T>
void LeftGrad(const platform::CUDADeviceContext& device, const Sizes& sizes,
              int64_t rows, const T* d_products, const T* y, T* d_x) {
  const int64_t a = sizes.a, b = sizes.b;
  platform::ForEach(device, rows * a, [=] PADDLE_DEVICE(int64_t i) {
    const T* right = y + i / a * b;
    T sum = 0;
    for (int64_t k = 0; k < b; ++k) sum += d_products[i * b + k] * right[k];
    d_x[i] = sum;
  });
}

// d_y[i] = x[i] d_products[i]. Adjacent threads read adjacent columns.
template <typename T>
void RightGrad(const platform::CUDADeviceContext& device, const Sizes& sizes,
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

// Writes the bias to each row, for the product to add to.
template <typename T>
void RepeatRow(const platform::CUDADeviceContext& device, int64_t rows,
               int64_t size, const T* row, T* out) {
  platform::ForEach(device, rows * size,
                    [=] PADDLE_DEVICE(int64_t i) { out[i] = row[i % size]; });
}

template <typename T>
T* DataOf(Tensor* tensor) {
  return tensor == nullptr ? nullptr : tensor->mutable_data<T>();
}

}  // namespace

template <class Device, class T>
void Bilinear(const Device& device, const Tensor& x, const Tensor& y,
              const Tensor& weight, const Tensor* bias, Workspace workspace,
              Tensor* out) {
  const Sizes s(x, y, weight);
  T* products = static_cast<T*>(workspace(s.piece * s.pair * sizeof(T)));
  T* to = out->mutable_data<T>();
  if (bias != nullptr) RepeatRow(device, s.rows, s.size, bias->data<T>(), to);
  const T beta = bias == nullptr ? 0 : 1;
  s.ForEachPiece([&](int64_t row, int64_t rows) {
    OuterProducts(device, s, rows, x.data<T>() + row * s.a,
                  y.data<T>() + row * s.b, products);
    GemmOnCUDA<T>(device,
                  {false, true, rows, s.size, s.pair, 1, products, s.pair,
                   weight.data<T>(), s.pair, beta, to + row * s.size, s.size});
  });
}

template <class Device, class T>
void BilinearGrad(const Device& device, const Tensor& x, const Tensor& y,
                  const Tensor& weight, const Tensor& d_out,
                  Workspace workspace, const BilinearGradients& gradients) {
  const Sizes s(x, y, weight);
  if (gradients.bias != nullptr) {
    ReduceSum<Device, T>(device, d_out, AxisSet(1), workspace, gradients.bias);
  }
  T* products = static_cast<T*>(workspace(s.piece * s.pair * sizeof(T)));
  T* d_x = DataOf<T>(gradients.x);
  T* d_y = DataOf<T>(gradients.y);
  T* d_weight = DataOf<T>(gradients.weight);
  // The products of all pieces are added to it.
  if (d_weight != nullptr) ZeroOnCUDA(device, weight.numel(), d_weight);
  s.ForEachPiece([&](int64_t row, int64_t rows) {
    const T* left = x.data<T>() + row * s.a;
    const T* right = y.data<T>() + row * s.b;
    const T* flowing = d_out.data<T>() + row * s.size;
    if (d_weight != nullptr) {
      OuterProducts(device, s, rows, left, right, products);
      GemmOnCUDA<T>(device, {true, false, s.size, s.pair, rows, 1, flowing,
                             s.size, products, s.pair, 1, d_weight, s.pair});
    }
    if (d_x == nullptr && d_y == nullptr) return;
    GemmOnCUDA<T>(device,
                  {false, false, rows, s.pair, s.size, 1, flowing, s.size,
                   weight.data<T>(), s.pair, 0, products, s.pair});
    if (d_x != nullptr) {
      LeftGrad(device, s, rows, products, right, d_x + row * s.a);
    }
    if (d_y != nullptr) {
      RightGrad(device, s, rows, products, left, d_y + row * s.b);
    }
  });
}

PADDLE_INSTANTIATE(Bilinear, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(BilinearGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels

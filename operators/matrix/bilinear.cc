#include "paddle/operators/matrix/bilinear.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements of outer products computed at a time: 1 or 2 MiB, so that the
// product reads them from the cache that wrote them, and the workspace does not
// grow with the batch.
constexpr int64_t kPiece = int64_t{1} << 18;
// Elements per task, so that a task of a few small rows pays for its start.
constexpr int64_t kGrain = 16384;

struct Shape {
  Shape(const Tensor& x, const Tensor& y, const Tensor& weight)
      : rows(x.dims()[0]),
        a(x.dims()[1]),
        b(y.dims()[1]),
        size(weight.dims()[0]),
        piece(std::min(
            rows, std::max<int64_t>(1, kPiece / std::max<int64_t>(1, a * b)))) {
  }

  int64_t pair() const { return a * b; }
  // body(first row, rows) on one piece after the other.
  template <typename Body>
  void ForEachPiece(const Body& body) const {
    for (int64_t row = 0; row < rows; row += piece) {
      body(row, std::min(piece, rows - row));
    }
  }
  // body(row) in parallel.
  template <typename Body>
  void ForEachRow(int64_t count, const Body& body) const {
    const int64_t grain = 1 + kGrain / std::max<int64_t>(1, pair());
    platform::ParallelFor(count, grain, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) body(row);
    });
  }

  const int64_t rows;
  const int64_t a;
  const int64_t b;
  const int64_t size;
  const int64_t piece;  // rows at a time
};

// products[i] = x[i]^T y[i]
template <typename T>
void OuterProducts(const Shape& shape, int64_t rows, const T* x, const T* y,
                   T* products) {
  shape.ForEachRow(rows, [=](int64_t row) {
    const T* right = y + row * shape.b;
    for (int64_t j = 0; j < shape.a; ++j) {
      const T left = x[row * shape.a + j];
      AssignRun(shape.b, products + row * shape.pair() + j * shape.b,
                [=](int64_t k) { return left * right[k]; });
    }
  });
}

// d_x[i] = d_products[i] y[i]
template <typename T>
void LeftGrad(const Shape& shape, int64_t rows, const T* d_products, const T* y,
              T* d_x) {
  shape.ForEachRow(rows, [=](int64_t row) {
    const T* right = y + row * shape.b;
    for (int64_t j = 0; j < shape.a; ++j) {
      const T* d = d_products + row * shape.pair() + j * shape.b;
      d_x[row * shape.a + j] =
          ReduceRun(shape.b, T(0), std::plus<T>(),
                    [=](int64_t k) { return d[k] * right[k]; });
    }
  });
}

// d_y[i] = x[i] d_products[i]
template <typename T>
void RightGrad(const Shape& shape, int64_t rows, const T* d_products,
               const T* x, T* d_y) {
  shape.ForEachRow(rows, [=](int64_t row) {
    T* to = d_y + row * shape.b;
    // Row by row of d_products rather than column by column: memory is read in
    // order, and the inner loop runs over adjacent elements.
    std::fill_n(to, shape.b, T(0));
    for (int64_t j = 0; j < shape.a; ++j) {
      const T left = x[row * shape.a + j];
      const T* d = d_products + row * shape.pair() + j * shape.b;
      AccumulateRun(shape.b, to, std::plus<T>(),
                    [=](int64_t k) { return left * d[k]; });
    }
  });
}

// Returns null for a gradient that is not wanted.
template <typename T>
T* DataOf(Tensor* tensor) {
  return tensor == nullptr ? nullptr : tensor->mutable_data<T>();
}

}  // namespace

template <class Device, class T>
void Bilinear(const Device& device, const Tensor& x, const Tensor& y,
              const Tensor& weight, const Tensor* bias, Workspace workspace,
              Tensor* out) {
  const Shape shape(x, y, weight);
  T* products =
      static_cast<T*>(workspace(shape.piece * shape.pair() * sizeof(T)));
  T* to = out->mutable_data<T>();
  // The bias is written first, and the product adds to it: no second pass over
  // `out`.
  for (int64_t i = 0; bias != nullptr && i < shape.rows; ++i) {
    std::copy_n(bias->data<T>(), shape.size, to + i * shape.size);
  }
  shape.ForEachPiece([&](int64_t row, int64_t rows) {
    OuterProducts(shape, rows, x.data<T>() + row * shape.a,
                  y.data<T>() + row * shape.b, products);
    Gemm<Device, T>(device, false, true, rows, shape.size, shape.pair(), 1,
                    products, shape.pair(), weight.data<T>(), shape.pair(),
                    bias == nullptr ? T(0) : T(1), to + row * shape.size,
                    shape.size);
  });
}

template <class Device, class T>
void BilinearGrad(const Device& device, const Tensor& x, const Tensor& y,
                  const Tensor& weight, const Tensor& d_out,
                  Workspace workspace, const BilinearGradients& gradients) {
  const Shape shape(x, y, weight);
  if (gradients.bias != nullptr) {
    ReduceSum<Device, T>(device, d_out, AxisSet(1), workspace, gradients.bias);
  }
  T* products =
      static_cast<T*>(workspace(shape.piece * shape.pair() * sizeof(T)));
  T* d_x = DataOf<T>(gradients.x);
  T* d_y = DataOf<T>(gradients.y);
  T* d_weight = DataOf<T>(gradients.weight);
  // The products of all pieces are added to it.
  if (d_weight != nullptr) std::fill_n(d_weight, weight.numel(), T(0));
  shape.ForEachPiece([&](int64_t row, int64_t rows) {
    const T* left = x.data<T>() + row * shape.a;
    const T* right = y.data<T>() + row * shape.b;
    const T* flowing = d_out.data<T>() + row * shape.size;
    if (d_weight != nullptr) {
      OuterProducts(shape, rows, left, right, products);
      Gemm<Device, T>(device, true, false, shape.size, shape.pair(), rows, 1,
                      flowing, shape.size, products, shape.pair(), 1, d_weight,
                      shape.pair());
    }
    // From here on `products` holds the gradient of the outer products, which
    // both of x and y need: it is computed once for the two.
    if (d_x == nullptr && d_y == nullptr) return;
    Gemm<Device, T>(device, false, false, rows, shape.pair(), shape.size, 1,
                    flowing, shape.size, weight.data<T>(), shape.pair(), 0,
                    products, shape.pair());
    if (d_x != nullptr) {
      LeftGrad(shape, rows, products, right, d_x + row * shape.a);
    }
    if (d_y != nullptr) {
      RightGrad(shape, rows, products, left, d_y + row * shape.b);
    }
  });
}

PADDLE_INSTANTIATE(Bilinear, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(BilinearGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels

// Defines the functions of bilinear.h for any device that has BilinearLoops.
// Sources instantiate them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/matrix/bilinear.h"

namespace paddle::operators::kernels {

// The sizes of the operands.
struct BilinearSizes {
  BilinearSizes(const framework::Tensor& x, const framework::Tensor& y,
                const framework::Tensor& weight)
      : rows(x.dims()[0]),
        a(x.dims()[1]),
        b(y.dims()[1]),
        pair(a * b),
        size(weight.dims()[0]) {}

  int64_t rows;
  int64_t a;
  int64_t b;
  int64_t pair;  // elements of an outer product
  int64_t size;
};

// Computes what is no product of matrices. Each device specializes it, with
// static functions; those with sizes take only some of the rows:
//   Piece(pair): rows at a time, at least 1, with `pair` elements each;
//   RepeatRow(device, rows, size, row, out): writes `row` to each row of out;
//   Zero(device, size, out);
//   OuterProducts(device, sizes, rows, x, y, out): out[i] = x[i]^T y[i];
//   LeftGrad(device, sizes, rows, d_products, y, d_x):
//       d_x[i] = d_products[i] y[i];
//   RightGrad(device, sizes, rows, d_products, x, d_y):
//       d_y[i] = x[i] d_products[i].
template <class Device>
struct BilinearLoops;

// Calls body(first row, rows) on one piece after the other.
template <class Body>
void ForEachPiece(int64_t rows, int64_t piece, const Body& body) {
  for (int64_t row = 0; row < rows; row += piece) {
    body(row, std::min(piece, rows - row));
  }
}

template <class Device, class T>
void Bilinear(const Device& device, const framework::Tensor& x,
              const framework::Tensor& y, const framework::Tensor& weight,
              const framework::Tensor* bias, Workspace workspace,
              framework::Tensor* out) {
  using Loops = BilinearLoops<Device>;
  const BilinearSizes s(x, y, weight);
  const int64_t piece = std::min(s.rows, Loops::Piece(s.pair));
  T* products = static_cast<T*>(workspace(piece * s.pair * sizeof(T)));
  T* to = out->mutable_data<T>();
  // The bias is written first, and the product adds to it: no second pass over
  // `out`.
  if (bias != nullptr) {
    Loops::RepeatRow(device, s.rows, s.size, bias->data<T>(), to);
  }
  const T beta = bias == nullptr ? 0 : 1;
  ForEachPiece(s.rows, piece, [&](int64_t row, int64_t rows) {
    Loops::OuterProducts(device, s, rows, x.data<T>() + row * s.a,
                         y.data<T>() + row * s.b, products);
    Gemm<Device, T>(device, false, true, rows, s.size, s.pair, 1, products,
                    s.pair, weight.data<T>(), s.pair, beta, to + row * s.size,
                    s.size);
  });
}

template <class Device, class T>
void BilinearGrad(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& y, const framework::Tensor& weight,
                  const framework::Tensor& d_out, Workspace workspace,
                  const BilinearGradients& gradients) {
  using Loops = BilinearLoops<Device>;
  const BilinearSizes s(x, y, weight);
  const int64_t piece = std::min(s.rows, Loops::Piece(s.pair));
  if (gradients.bias != nullptr) {
    ReduceSum<Device, T>(device, d_out, AxisSet(1), workspace, gradients.bias);
  }
  T* products = static_cast<T*>(workspace(piece * s.pair * sizeof(T)));
  const auto data_of = [](framework::Tensor* tensor) -> T* {
    return tensor == nullptr ? nullptr : tensor->mutable_data<T>();
  };
  T* d_x = data_of(gradients.x);
  T* d_y = data_of(gradients.y);
  T* d_weight = data_of(gradients.weight);
  // The products of all pieces are added to it.
  if (d_weight != nullptr) Loops::Zero(device, weight.numel(), d_weight);
  ForEachPiece(s.rows, piece, [&](int64_t row, int64_t rows) {
    const T* left = x.data<T>() + row * s.a;
    const T* right = y.data<T>() + row * s.b;
    const T* flowing = d_out.data<T>() + row * s.size;
    if (d_weight != nullptr) {
      Loops::OuterProducts(device, s, rows, left, right, products);
      Gemm<Device, T>(device, true, false, s.size, s.pair, rows, 1, flowing,
                      s.size, products, s.pair, 1, d_weight, s.pair);
    }
    // From here on `products` holds the gradient of the outer products, which
    // both of x and y need: it is computed once for the two.
    if (d_x == nullptr && d_y == nullptr) return;
    Gemm<Device, T>(device, false, false, rows, s.pair, s.size, 1, flowing,
                    s.size, weight.data<T>(), s.pair, 0, products, s.pair);
    if (d_x != nullptr) {
      Loops::LeftGrad(device, s, rows, products, right, d_x + row * s.a);
    }
    if (d_y != nullptr) {
      Loops::RightGrad(device, s, rows, products, left, d_y + row * s.b);
    }
  });
}

}  // namespace paddle::operators::kernels

// Computes what determinant.h promises of one matrix of a stack, on any device.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/matrix/lu_matrix.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A stack of matrices, with memory for the factors of each.
template <typename T>
struct MatrixStack {
  MatrixStack(const framework::Tensor& tensor, Workspace workspace)
      : x(tensor.data<T>()),
        n(tensor.dims().at(-1)),
        count(CountOf(tensor)),
        work(static_cast<double*>(workspace(count * n * n * sizeof(double)))) {}

  // Returns the memory of matrix i, with its elements.
  PADDLE_HOST_DEVICE LuMatrix Matrix(int64_t i) const {
    double* a = work + i * n * n;
    for (int64_t k = 0; k < n * n; ++k) {
      a[k] = static_cast<double>(x[i * n * n + k]);
    }
    return {a, n};
  }

  PADDLE_HOST_DEVICE double Determinant(int64_t i) const {
    const LuMatrix lu = Matrix(i);
    const double sign = lu.Factor();
    return sign * lu.Product();
  }

  const T* x;
  int64_t n;
  int64_t count;
  double* work;

 private:
  static int64_t CountOf(const framework::Tensor& tensor) {
    return tensor.dims().Slice(0, tensor.rank() - 2).Numel();
  }
};

}  // namespace paddle::operators::kernels

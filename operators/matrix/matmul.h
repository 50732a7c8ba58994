// Products of stacks of matrices, with broadcasting.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// What a product of tensors comes down to: `batch` products op(x) * op(y) of
// m x k by k x n, where x and y may repeat along the batch.
struct MatmulShape {
  bool trans_x = false;
  bool trans_y = false;
  int64_t m = 1;
  int64_t n = 1;
  int64_t k = 1;
  // The sizes of the stack of products, and of the stacks of x and y, as many
  // axes each; an axis of x or y is as large as that of the stack, or 1.
  framework::Dims stack;
  framework::Dims x_stack;
  framework::Dims y_stack;

  int64_t batch() const { return stack.Numel(); }
};

// NumPy's matmul on these dims: a vector x is a row, a vector y is a column,
// and neither is ever transposed; leading axes are a stack and broadcast.
// InvalidArgument, naming both dims, unless they fit.
MatmulShape MakeMatmulShape(const framework::Dims& x, const framework::Dims& y,
                            bool trans_x, bool trans_y);
// The product of x as a matrix of its first `x_columns` axes by the rest and y
// likewise.
MatmulShape MakeMulShape(const framework::Dims& x, const framework::Dims& y,
                         int64_t x_columns, int64_t y_columns);

// out = op(x) * op(y); the tensors have as many elements as `shape` says. T:
// float, double, float16, bfloat16. The 16-bit types are multiplied and added
// up in float, in copies in the workspace, and rounded once.
template <class Device, class T>
void Matmul(const Device& context, const MatmulShape& shape,
            const framework::Tensor& x, const framework::Tensor& y,
            Workspace workspace, framework::Tensor* out);

// The gradients for x and y, given that for out; either may be null. A matrix
// that repeats along the batch gets the sum over its uses, in the order of the
// batch.
template <class Device, class T>
void MatmulGrad(const Device& context, const MatmulShape& shape,
                const framework::Tensor& x, const framework::Tensor& y,
                const framework::Tensor& d_out, Workspace workspace,
                framework::Tensor* d_x, framework::Tensor* d_y);

}  // namespace paddle::operators::kernels

// Products of stacks of matrices, with broadcasting.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The form that every product of tensors is brought to: `batch` products op(x)
// * op(y) of m x k by k x n, where op transposes if trans_x or trans_y is set,
// and x and y may repeat along the batch.
struct MatmulShape {
  bool trans_x = false;
  bool trans_y = false;
  int64_t m = 1;
  int64_t n = 1;
  int64_t k = 1;
  // The sizes of the stack of products and of the stacks of x and y, all of one
  // rank. An axis of x or y is as long as that of the product, or 1, in which
  // case its matrices repeat.
  framework::Dims stack;
  framework::Dims x_stack;
  framework::Dims y_stack;

  int64_t batch() const { return stack.Numel(); }
};

// Returns the shape of NumPy's matmul on these dims: a vector x is a row and a
// vector y is a column, and neither is ever transposed; leading axes form a
// stack and broadcast. A stack of products with a single y comes back as one
// product with a taller x, which is faster. Throws InvalidArgument, naming both
// dims, if an operand is a scalar or the dims do not fit.
MatmulShape MakeMatmulShape(const framework::Dims& x, const framework::Dims& y,
                            bool trans_x, bool trans_y);
// Returns the shape of the product of two matrices: x with its first
// `x_columns` axes as rows and the rest as columns, and y likewise with
// `y_columns`. Throws InvalidArgument, naming both dims, if x has not as many
// columns as y has rows.
MatmulShape MakeMulShape(const framework::Dims& x, const framework::Dims& y,
                         int64_t x_columns, int64_t y_columns);

// Computes out = op(x) * op(y). The tensors have as many elements as `shape`
// says; out shares no memory with x or y. T: float, double, float16, bfloat16.
// The 16-bit types are added up in float and rounded once: on a CPU that does
// not multiply them itself in copies in the workspace. The bits are the same
// for any number of threads.
template <class Device, class T>
void Matmul(const Device& context, const MatmulShape& shape,
            const framework::Tensor& x, const framework::Tensor& y,
            Workspace workspace, framework::Tensor* out);

// Computes the gradients for x and y, given that for out; either may be null. A
// matrix that repeats along the batch gets the sum over its uses, added in the
// order of the batch.
template <class Device, class T>
void MatmulGrad(const Device& context, const MatmulShape& shape,
                const framework::Tensor& x, const framework::Tensor& y,
                const framework::Tensor& d_out, Workspace workspace,
                framework::Tensor* d_x, framework::Tensor* d_y);

}  // namespace paddle::operators::kernels

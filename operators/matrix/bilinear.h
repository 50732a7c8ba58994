// Bilinear forms of pairs of rows, and their gradients.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The operands of both functions: x is [rows, a], y is [rows, b], weight is
// [size, a, b], bias, which may be null, has `size` elements, and out is [rows,
// size]. T is float or double.
//
// Both are computed as products of matrices with the outer products of the
// rows, a fixed number of rows at a time. That number depends on the shapes
// alone, so the bits are the same for any number of threads. `workspace` is
// called once. The shapes are checked by the schema; no operand may share
// memory with an output.

// Computes out[i][s] = bias[s] + sum over j, k of x[i][j] * weight[s][j][k] *
// y[i][k].
template <class Device, class T>
void Bilinear(const Device& device, const framework::Tensor& x,
              const framework::Tensor& y, const framework::Tensor& weight,
              const framework::Tensor* bias, Workspace workspace,
              framework::Tensor* out);

// The outputs of BilinearGrad, each shaped like its operand; null ones are not
// computed.
struct BilinearGradients {
  framework::Tensor* x;
  framework::Tensor* y;
  framework::Tensor* weight;
  framework::Tensor* bias;
};
// Computes the gradients for x, y, weight and bias, given that for out: with
// P[i] = d_out[i] * weight, an [a, b] matrix, d_x[i] = P[i] y[i] and d_y[i] =
// x[i] P[i]; d_weight[s] sums d_out[i][s] * x[i]^T y[i] over the rows, and
// d_bias sums d_out over them.
template <class Device, class T>
void BilinearGrad(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& y, const framework::Tensor& weight,
                  const framework::Tensor& d_out, Workspace workspace,
                  const BilinearGradients& gradients);

}  // namespace paddle::operators::kernels

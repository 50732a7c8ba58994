// Bilinear forms of pairs of rows.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Below, x is [rows, a], y [rows, b], weight [size, a, b], bias, which may be
// null, has `size` elements, and out is [rows, size]. Computed as products of
// matrices of the rows' outer products, some rows at a time: their number
// depends on the shapes alone, so that the bits are the same for any number of
// threads. T is float or double.

// out[i][s] = the sum of x[i][j] * weight[s][j][k] * y[i][k] over j and k, plus
// bias[s].
template <class Device, class T>
void Bilinear(const Device& device, const framework::Tensor& x,
              const framework::Tensor& y, const framework::Tensor& weight,
              const framework::Tensor* bias, Workspace workspace,
              framework::Tensor* out);

// What gradients are wanted: the others are null.
struct BilinearGradients {
  framework::Tensor* x;
  framework::Tensor* y;
  framework::Tensor* weight;
  framework::Tensor* bias;
};
template <class Device, class T>
void BilinearGrad(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& y, const framework::Tensor& weight,
                  const framework::Tensor& d_out, Workspace workspace,
                  const BilinearGradients& gradients);

}  // namespace paddle::operators::kernels

// One step of long short-term memory, given all products.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes from x [rows, 4D], whose parts are i, f, o, g, and c_before [rows,
// D]
//   c = sigmoid(f + forget_bias) c_before + sigmoid(i) tanh(g)
//   h = sigmoid(o) tanh(c)
// both [rows, D]. Tensors must not share memory. T: float, double. forget_bias
// is added in T, after rounding to it.
template <class Device, class T>
void LstmUnit(const Device& device, const framework::Tensor& x,
              const framework::Tensor& c_before, double forget_bias,
              Workspace workspace, framework::Tensor* c, framework::Tensor* h);

// Computes the gradients of x and c_before, where not null, from those of c and
// h. Recomputes the gates: that costs less than keeping them. `dx` is [rows,
// 4D], its parts in the order of x; all of both is overwritten.
template <class Device, class T>
void LstmUnitGrad(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& c_before,
                  const framework::Tensor& dc, const framework::Tensor& dh,
                  double forget_bias, Workspace workspace,
                  framework::Tensor* dx, framework::Tensor* dc_before);

}  // namespace paddle::operators::kernels

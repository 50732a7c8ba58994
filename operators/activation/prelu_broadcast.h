// prelu as operators call it: alpha broadcasts like the second operand of any
// binary operator, so no loop of its own is needed.
#pragma once

#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/activation/prelu.h"
#include "paddle/operators/activation/prelu_alpha.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/operators/math/loops/workspace.h"

namespace paddle::operators::kernels {

// Computes out from x and the slopes, one for each part that `mode` names.
// Throws as AlphaDims does, for an alpha that does not fit.
template <class Device, class T>
void Prelu(const Device& device, const framework::Tensor& x,
           const framework::Tensor& alpha, const std::string& mode,
           framework::Tensor* out) {
  Elementwise<Device, T, PreluFunctor>(
      device, x, alpha, AlphaDims(x.dims(), alpha.dims(), mode), out);
}

// Computes the gradients of Prelu, either of which may be null. That of alpha
// is a sum over all axes that it lacks.
template <class Device, class T>
void PreluGrad(const Device& device, const framework::Tensor& x,
               const framework::Tensor& alpha, const std::string& mode,
               const framework::Tensor& dout, Workspace workspace,
               framework::Tensor* dx, framework::Tensor* dalpha) {
  // The dims of alpha at this run, as for Prelu; the schema has checked them as
  // far as sizes were known.
  ElementwiseGrad<Device, T, PreluFunctor>(
      device, dout, &x, &alpha, x.dims(),
      AlphaDims(x.dims(), alpha.dims(), mode), workspace, dx, dalpha);
}

}  // namespace paddle::operators::kernels

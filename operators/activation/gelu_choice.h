// gelu as its operator calls it: two functors instead of one with a flag, so
// that the loop has no branch.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/gelu.h"

namespace paddle::operators::kernels {

// Computes out = gelu(x), exactly or approximated. The exact form costs an erf
// for each element, the approximation a tanh. `out` may be x. T: floating
// types.
template <class Device, class T>
void Gelu(const Device& device, bool approximate, const framework::Tensor& x,
          framework::Tensor* out) {
  if (approximate) {
    Activate<Device, T>(device, ApproximateGeluFunctor(), x, out);
  } else {
    Activate<Device, T>(device, GeluFunctor(), x, out);
  }
}

// Computes the gradient of Gelu. `approximate` is that of the forward pass, the
// derivative being that of the form which was computed. `dx` may be dout.
template <class Device, class T>
void GeluGrad(const Device& device, bool approximate,
              const framework::Tensor& x, const framework::Tensor& dout,
              framework::Tensor* dx) {
  if (approximate) {
    ActivateGrad<Device, T>(device, ApproximateGeluFunctor(), x, dout, dx);
  } else {
    ActivateGrad<Device, T>(device, GeluFunctor(), x, dout, dx);
  }
}

}  // namespace paddle::operators::kernels

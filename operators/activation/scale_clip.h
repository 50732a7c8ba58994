// Functors of the operators scale and clip, for the loops of
// activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// scale * x + bias, computed as a number of Work: double for integers, which
// round towards zero.
template <typename Work>
struct ScaleFunctor {
  template <typename A>
  PADDLE_HOST_DEVICE A Value(A v) const {
    return Convert<A>(scale * static_cast<Work>(v) + bias);
  }
  Work scale;
  Work bias;
};

// x between two bounds; the gradient passes where x lies between them. Free of
// branches, so that it is vectorised.
template <typename A>
struct ClipFunctor {
  PADDLE_HOST_DEVICE A Value(A v) const {
    const A raised = v < min ? min : v;
    return raised > max ? max : raised;
  }
  PADDLE_HOST_DEVICE A Grad(A g, A v) const {
    return ((v >= min) & (v <= max)) ? g : A(0);
  }
  A min;
  A max;
};

}  // namespace paddle::operators::kernels

// The functors of scale and clip, for the loops of activation_loops.h. Unlike
// those of other activations they are made by activation.h, from numbers that
// may be integers.
#pragma once

#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Computes scale * x + bias in a Work: double for integers, the accumulator for
// floating types. Convert rounds integers towards zero and clamps them to the
// range of A. It has no Grad: the gradient of scale is scale again. Integers
// that double would round have a functor of their own, exact_scale.h.
template <typename Work>
struct ScaleFunctor {
  template <typename A>
  PADDLE_HOST_DEVICE A Value(A v) const {
    return Convert<A>(scale * static_cast<Work>(v) + bias);
  }
  // The attributes as numbers of Work, converted once.
  Work scale;
  Work bias;
};

// Clamps x to [min, max]. The gradient passes where x lies between the bounds,
// both included. NaN stays NaN and has the gradient 0. Free of branches, so
// that the loop is vectorized.
template <typename A>
struct ClipFunctor {
  PADDLE_HOST_DEVICE A Value(A v) const {
    const A raised = v < min ? min : v;
    return raised > max ? max : raised;
  }
  PADDLE_HOST_DEVICE A Grad(A g, A v) const {
    return ((v >= min) & (v <= max)) ? g : A(0);
  }
  // The bounds; the schema sees to it that min <= max.
  A min;
  A max;
};

}  // namespace paddle::operators::kernels

// The activation functions of gate_activation.h for single numbers, on GPUs.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns f(x). All threads of a launch take the same case: the switch does not
// diverge. NaN gives NaN for each f.
template <typename T>
PADDLE_HOST_DEVICE T Activated(GateActivation f, T x) {
  switch (f) {
    case GateActivation::kSigmoid:
      return Sigmoid(x);
    case GateActivation::kTanh:
      return Tanh(x);
    case GateActivation::kRelu:
      return x < T(0) ? T(0) : x;
    default:
      return x;
  }
}

// Returns d * f'(x), computed from y = f(x). Saves keeping x until the backward
// pass.
template <typename T>
PADDLE_HOST_DEVICE T ActivatedGrad(GateActivation f, T y, T d) {
  switch (f) {
    case GateActivation::kSigmoid:
      return d * y * (T(1) - y);
    case GateActivation::kTanh:
      return d * (T(1) - y * y);
    case GateActivation::kRelu:
      return y <= T(0) ? T(0) : d;
    default:
      return d;
  }
}

}  // namespace paddle::operators::kernels

// The functions of gate_activation.h of one number, for GPUs.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

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

// d * f'(x), by y = f(x).
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

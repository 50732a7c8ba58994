// The functions that the gates and states of recurrent units go through.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace paddle::operators::kernels {

enum class GateActivation { kIdentity, kSigmoid, kTanh, kRelu };

// By its name: "identity", "sigmoid", "tanh" or "relu"; InvalidArgument for
// another.
GateActivation ParseGateActivation(absl::string_view name);

// y[i] = f(x[i]); y may be x. T: float, double.
template <typename T>
void ActivateRun(GateActivation f, int64_t size, const T* x, T* y);
// d[i] *= f'(x[i]), by y = f(x).
template <typename T>
void ActivateRunGrad(GateActivation f, int64_t size, const T* y, T* d);

}  // namespace paddle::operators::kernels

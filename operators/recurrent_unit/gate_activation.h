// The activation functions of the gates and states of recurrent units.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace paddle::operators::kernels {

// Names f(x) = x, 1 / (1 + exp(-x)), tanh(x) or max(x, 0).
enum class GateActivation { kIdentity, kSigmoid, kTanh, kRelu };

// Parses "identity", "sigmoid", "tanh" or "relu". Throws InvalidArgument,
// listing these, for other names.
GateActivation ParseGateActivation(absl::string_view name);
// Parses an attribute, once for each kernel
// (operators/common/kernel_variable.h).
inline void ParseAttribute(absl::string_view name, GateActivation* value) {
  *value = ParseGateActivation(name);
}

// Computes y[i] = f(x[i]) for i in [0, size); y may be x. T: float, double. A
// switch per run instead of per element: the loops vectorize. NaN gives NaN for
// each of them.
template <typename T>
void ActivateRun(GateActivation f, int64_t size, const T* x, T* y);
// Computes d[i] *= f'(x[i]) from y = f(x), so that x need not be kept. relu has
// the derivative 0 at 0.
template <typename T>
void ActivateRunGrad(GateActivation f, int64_t size, const T* y, T* d);

}  // namespace paddle::operators::kernels

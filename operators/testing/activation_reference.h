// The activations that fused operators apply to their results, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

namespace paddle::operators::testing {

// Returns the activation of this name (operators/math/loops/fused_activation.h)
// at x; x for any other name.
inline double Activated(const std::string& name, double x) {
  if (name == "relu") return std::max(x, 0.0);
  if (name == "relu6") return std::clamp(x, 0.0, 6.0);
  if (name == "sigmoid") return 1 / (1 + std::exp(-x));
  if (name == "tanh") return std::tanh(x);
  if (name == "swish") return x / (1 + std::exp(-x));
  if (name == "hard_swish") return x * std::clamp(x + 3, 0.0, 6.0) / 6;
  if (name == "gelu") return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
  return x;
}

}  // namespace paddle::operators::testing

// The bounds of results: an activation that only bounds them may be applied in
// registers.
#pragma once

#include <limits>

#include "paddle/operators/math/loops/fused_activation.h"

namespace paddle::operators::kernels {

// Bounds results by an activation that does no more than that; by infinities
// for others, which come later.
struct ActivationBounds {
  explicit ActivationBounds(FusedActivation f)
      : are_activation(f == FusedActivation::kRelu ||
                       f == FusedActivation::kRelu6) {
    if (are_activation) low = 0;
    if (f == FusedActivation::kRelu6) high = 6;
  }

  bool are_activation;
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
};

}  // namespace paddle::operators::kernels

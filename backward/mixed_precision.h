// Says how an optimizer trains a program in mixed precision.
#pragma once

#include <functional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"

#include "paddle/backward/loss_scaling.h"
#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// Maps variables to those that they are now computed from.
using Copies = absl::flat_hash_map<std::string, std::string>;

struct MixedPrecision {
  // Makes the forward operators of a loss's program compute in 16 bits, before
  // they are differentiated: framework/passes/lower_precision.h, of which this
  // folder knows nothing. Null: they stay as they are.
  std::function<Copies(framework::Program*)> lower;
  // For gradients in float16; bfloat16 has the range of float32.
  absl::optional<LossScaling> loss_scaling;
};

}  // namespace paddle::backward

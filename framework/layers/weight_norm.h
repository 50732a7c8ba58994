// Computes weight normalization with operators.
//
// Source: Salimans, Kingma, "Weight Normalization: A Simple Reparameterization
// to Accelerate Training of Deep Neural Networks" (NIPS 2016).
#pragma once

#include <string>

#include "absl/types/optional.h"

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Returns the L2 norm of v over all axes, a scalar; with `dim` over all axes
// but this one (negative: from the end), which keeps its position: [1, ..., n,
// ..., 1]. Throws OutOfRange for an axis that does not exist.
Variable NormExcept(const Variable& v, absl::optional<int> dim);

// Returns g v / |v|, called `name`, in the block of v. g has the shape of the
// norm. NaN for a v of zeros.
Variable NormalizedWeight(const Variable& v, const Variable& g,
                          absl::optional<int> dim, const std::string& name);

}  // namespace paddle::layer

// The divisors of the reductions of kl_div, for its kernels.
#pragma once

#include <string>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the factor of the sum of all elements: 1 ("none", "sum"), or 1 / the
// number of elements ("mean") or of rows ("batchmean"). Only "batchmean" is the
// mean of divergences of distributions that are rows.
inline double KlDivScale(const framework::Dims& x,
                         const std::string& reduction) {
  if (reduction == "mean") return 1.0 / x.Numel();
  if (reduction == "batchmean" && x.rank() > 0) return 1.0 / x[0];
  return 1;
}

}  // namespace paddle::operators

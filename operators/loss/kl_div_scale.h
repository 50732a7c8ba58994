// What the reductions of kl_div divide by.
#pragma once

#include <string>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// The factor of the sum of all elements: 1 ("none", "sum"), or 1 / the number
// of elements ("mean") or of rows ("batchmean").
inline double KlDivScale(const framework::Dims& x,
                         const std::string& reduction) {
  if (reduction == "mean") return 1.0 / x.Numel();
  if (reduction == "batchmean" && x.rank() > 0) return 1.0 / x[0];
  return 1;
}

}  // namespace paddle::operators

// Reads the distribution of the noise from the attributes of nce.
#pragma once

#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/nce.h"

namespace paddle::operators {

// Returns the noise that the forward kernel and its gradient must agree on.
inline kernels::NceNoise NoiseOf(const framework::OpArguments& arguments) {
  return {framework::AttributeOf<int64_t>(arguments, "num_total_classes"),
          framework::AttributeOf<int64_t>(arguments, "num_neg_samples"),
          framework::AttributeOf<std::string>(arguments, "sampler") ==
              "log_uniform"};
}

}  // namespace paddle::operators

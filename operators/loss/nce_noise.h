// The noise that the attributes of nce ask for.
#pragma once

#include <string>
#include <variant>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/operators/loss/nce.h"

namespace paddle::operators {

inline kernels::NceNoise NoiseOf(const framework::OpArguments& arguments) {
  return {
      std::get<int64_t>(arguments.attribute("num_total_classes")),
      std::get<int64_t>(arguments.attribute("num_neg_samples")),
      std::get<std::string>(arguments.attribute("sampler")) == "log_uniform"};
}

}  // namespace paddle::operators

#include "paddle/operators/activation/zero_gradient.h"

#include <string>

namespace paddle::operators {

using framework::proto::OpDesc;

std::vector<OpDesc> ZeroGradient(const OpDesc& forward,
                                 framework::GradContext* context) {
  const std::string dx = context->InputGrad("X");
  if (dx.empty()) return {};
  return {framework::AsGradientOf(
      forward, framework::MakeOp("fill_zeros_like",
                                 {{"X", framework::Inputs(forward, "X")}},
                                 {{"Out", {dx}}}))};
}

}  // namespace paddle::operators

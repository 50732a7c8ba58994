#include "paddle/operators/activation/zero_gradient.h"

#include <string>

namespace paddle::operators {

using framework::proto::OpDesc;

std::vector<OpDesc> ZeroGradient(const OpDesc& forward,
                                 framework::GradContext* context) {
  // No operator if nobody wants the gradient.
  const std::string dx = context->InputGrad("X");
  if (dx.empty()) return {};
  // An operator instead of nothing: a gradient that is asked for must exist,
  // also if it is zero.
  return {framework::AsGradientOf(
      forward, framework::MakeOp("fill_zeros_like",
                                 {{"X", framework::Inputs(forward, "X")}},
                                 {{"Out", {dx}}}))};
}

}  // namespace paddle::operators

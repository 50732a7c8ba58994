#include "paddle/operators/common/same_op_gradient.h"

#include <string>
#include <utility>
#include <vector>

namespace paddle::operators {

using framework::proto::OpDesc;

framework::GradMaker SameOpGradient(
    std::function<framework::AttributeMap(const OpDesc& forward)> attributes) {
  return [attributes = std::move(attributes)](
             const OpDesc& forward,
             framework::GradContext* context) -> std::vector<OpDesc> {
    const std::string dx = context->InputGrad("X");
    // Nobody wants the gradient: no operator is needed.
    if (dx.empty()) return {};
    return {framework::AsGradientOf(
        forward,
        framework::MakeOp(forward.type(), {{"X", {context->OutputGrad("Out")}}},
                          {{"Out", {dx}}}, attributes(forward)))};
  };
}

}  // namespace paddle::operators

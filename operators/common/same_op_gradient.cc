#include "paddle/operators/common/same_op_gradient.h"

#include <utility>
#include <vector>

namespace paddle::operators {

using framework::GradContext;
using framework::proto::OpDesc;

namespace {

std::vector<OpDesc> Gradient(const OpDesc& forward, GradContext* context,
                             const std::string& type,
                             const GradAttributes& attributes,
                             const std::string& input) {
  const std::string dx = context->InputGrad(input);
  // Nobody wants the gradient: no operator is needed.
  if (dx.empty()) return {};
  return {framework::AsGradientOf(
      forward, framework::MakeOp(type, {{"X", {context->OutputGrad("Out")}}},
                                 {{"Out", {dx}}}, attributes(forward)))};
}

}  // namespace

framework::GradMaker OneOpGradient(std::string type, GradAttributes attributes,
                                   std::string input) {
  return
      [type = std::move(type), attributes = std::move(attributes),
       input = std::move(input)](const OpDesc& forward, GradContext* context) {
        return Gradient(forward, context, type, attributes, input);
      };
}

framework::GradMaker SameOpGradient(GradAttributes attributes) {
  return [attributes = std::move(attributes)](const OpDesc& forward,
                                              GradContext* context) {
    return Gradient(forward, context, forward.type(), attributes, "X");
  };
}

}  // namespace paddle::operators

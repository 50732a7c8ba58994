#include "paddle/operators/creation/identity_gradient.h"

#include <utility>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::operators {

using framework::proto::OpDesc;

framework::GradMaker IdentityGradient(std::string input) {
  return [input = std::move(input)](
             const OpDesc& forward,
             framework::GradContext* context) -> std::vector<OpDesc> {
    const std::string dx = context->InputGrad(input);
    if (dx.empty()) return {};
    // A copy, not an alias: the two gradients are different variables, and
    // either may be changed in place later.
    return {framework::AsGradientOf(
        forward,
        framework::MakeOp("assign", {{"X", {context->OutputGrad("Out")}}},
                          {{"Out", {dx}}}))};
  };
}

}  // namespace paddle::operators

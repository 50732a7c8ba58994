#include "paddle/operators/common/same_op_gradient.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::GradContext;
using framework::proto::OpDesc;

namespace {

// Lets attributes of the gradient come from where those of `forward` do.
void HandOnAttrInputs(const OpDesc& forward, OpDesc* op) {
  const framework::AttrInputs& known = framework::AttrInputsOf(op->type());
  for (const auto& pair : framework::AttrInputsOf(forward.type())) {
    const framework::NameList given = framework::Inputs(forward, pair.second);
    if (given.empty()) continue;
    PADDLE_ENFORCE(std::find(known.begin(), known.end(), pair) != known.end(),
                   Unimplemented, "the gradient of ", forward.type(),
                   " whose attribute ", pair.first, " comes from input ",
                   pair.second, ": ", op->type(), " takes none there");
    framework::SetInput(op, pair.second, given);
  }
}

std::vector<OpDesc> Gradient(const OpDesc& forward, GradContext* context,
                             const std::string& type,
                             const GradAttributes& attributes,
                             const std::string& input) {
  const std::string dx = context->InputGrad(input);
  // Nobody wants the gradient: no operator is needed.
  if (dx.empty()) return {};
  OpDesc op = framework::MakeOp(type, {{"X", {context->OutputGrad("Out")}}},
                                {{"Out", {dx}}}, attributes(forward));
  HandOnAttrInputs(forward, &op);
  return {framework::AsGradientOf(forward, std::move(op))};
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

#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

using framework::GetAttr;
using framework::GradContext;
using framework::proto::OpDesc;

class CumsumOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of rank 1 or more.");
    AddOutput("Out", "Tensor of the shape of X.");
    AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
        .SetDefault(-1);
    AddAttr<bool>("exclusive",
                  "Whether an element is left out of its own sum, so that the "
                  "first sum is 0.")
        .SetDefault(false);
    AddAttr<bool>("reverse", "Whether to add from the end of the axis.")
        .SetDefault(false);
    MayReuse("Out", "X");
    AddComment(
        "Out[i] = X[0] + ... + X[i] along the axis. Integers wrap around. "
        "Errors: OutOfRange for an axis that X does not have.");
  }
};

class CumsumOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    framework::NormalizeAxis(context->Attr<int64_t>("axis"),
                             context->InputDims("X").rank());
    context->ShareShape("X", "Out");
  }
};

// dX sums the gradients of all sums that an element went to: from the other
// end.
std::vector<OpDesc> CumsumGradient(const OpDesc& forward,
                                   GradContext* context) {
  const std::string dx = context->InputGrad("X");
  if (dx.empty()) return {};
  return {framework::AsGradientOf(
      forward,
      framework::MakeOp(
          "cumsum", {{"X", {context->OutputGrad("Out")}}}, {{"Out", {dx}}},
          {{"axis", framework::GetAttribute(forward, "axis")},
           {"exclusive", framework::GetAttribute(forward, "exclusive")},
           {"reverse", !GetAttr<bool>(forward, "reverse")}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(cumsum, CumsumOp, CumsumOpMaker);
REGISTER_GRADIENT_MAKER(cumsum, CumsumGradient);
REGISTER_OP_FLOPS(cumsum, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators

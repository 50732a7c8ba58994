#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

using framework::GradContext;
using framework::proto::OpDesc;

class AssignOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor, SelectedRows of any shape, or tensor array.");
    AddOutput("Out",
              "What X is, in memory of its own; elements of a tensor array are "
              "shared, since nobody changes them.");
    MayReuse("Out", "X");
    AddComment("Out = X.");
  }
};

class AssignOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    if (context->InputIsTensorArray("X")) {
      context->SetTensorArray("Out", context->InputDims("X"),
                              context->InputType("X"));
    } else if (context->InputIsSelectedRows("X")) {
      context->SetSelectedRows("Out", context->InputDims("X"),
                               context->InputType("X"));
    } else {
      context->ShareShape("X", "Out");
    }
  }
};

std::vector<OpDesc> AssignGradient(const OpDesc& forward,
                                   GradContext* context) {
  const std::string dx = context->InputGrad("X");
  if (dx.empty()) return {};
  return {framework::AsGradientOf(
      forward,
      framework::MakeOp("assign", {{"X", {context->OutputGrad("Out")}}},
                        {{"Out", {dx}}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(assign, AssignOp, AssignOpMaker);
REGISTER_GRADIENT_MAKER(assign, AssignGradient);

}  // namespace paddle::operators


#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/creation/identity_gradient.h"

namespace paddle::operators {
namespace {

void DescribeAssign(framework::OpMaker* op) {
  op->AddInput("X", "Tensor, SelectedRows of any shape, or tensor array.")
      .Kinds(framework::kAnyTensors);
  op->AddOutput("Out",
                "What X is, of the same shape, in memory of its own; elements "
                "of a tensor array are shared, since nobody changes them.")
      .Kinds(framework::kAnyTensors);
  op->MayReuse("Out", "X");
  op->AddComment("Out = X. Errors: none beside those of every operator.");
}

void InferAssign(framework::InferShapeContext* context) {
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

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(assign, framework::ShapeFunction(InferAssign),
                             framework::MakerFunction(DescribeAssign));
REGISTER_GRADIENT_MAKER(assign, IdentityGradient("X"));
REGISTER_OP_FLOPS(assign, framework::NoFlops());

}  // namespace paddle::operators

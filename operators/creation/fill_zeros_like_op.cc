#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

void DescribeFillZerosLike(framework::OpMaker* op) {
  op->AddInput("X",
               "Tensor of any shape, SelectedRows or tensor array; only read "
               "for its shape and data type.")
      .ShapeOnly()
      .Kinds(framework::kAnyTensors);
  op->AddOutput("Out",
                "Tensor of the shape and data type of X; of a tensor array one "
                "without elements, which stands for zeros in a gradient.")
      .Kinds(framework::kTensorOrArray);
  op->AddComment(
      "Out = 0 in every element. Errors: none beside those of every operator.");
}

void InferFillZerosLike(framework::InferShapeContext* context) {
  if (context->InputIsTensorArray("X")) {
    context->SetTensorArray("Out", context->InputDims("X"),
                            context->InputType("X"));
  } else if (context->InputIsSelectedRows("X")) {
    context->SetOutput("Out", context->InputDims("X"), context->InputType("X"));
  } else {
    context->ShareShape("X", "Out");
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fill_zeros_like,
                             framework::ShapeFunction(InferFillZerosLike),
                             framework::MakerFunction(DescribeFillZerosLike));
REGISTER_OP_FLOPS(fill_zeros_like, framework::NoFlops());

}  // namespace paddle::operators

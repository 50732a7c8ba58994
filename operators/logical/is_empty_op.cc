#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

void DescribeIsEmpty(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.").ShapeOnly().NoGradient();
  op->AddOutput("Out", "bool, a scalar.");
  op->AddComment(
      "Out = whether X has no element. Errors: none beside those of every "
      "operator.");
}

void InferIsEmpty(framework::InferShapeContext* context) {
  context->SetOutput("Out", {}, framework::DataType::kBool);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(is_empty, framework::ShapeFunction(InferIsEmpty),
                             framework::MakerFunction(DescribeIsEmpty));
REGISTER_OP_FLOPS(is_empty, framework::NoFlops());

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

void DescribeBitwiseNot(framework::OpMaker* op) {
  op->AddInput("X", "bool or integers, of any shape.").NoGradient();
  op->AddOutput("Out", "Of the shape and the data type of X.");
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X with all bits inverted, element by element: -X - 1 for integers "
      "with a sign, the logical not for bool. Errors: Unimplemented, when run, "
      "for floating numbers.");
}

void InferBitwiseNot(framework::InferShapeContext* context) {
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(bitwise_not,
                             framework::ShapeFunction(InferBitwiseNot),
                             framework::MakerFunction(DescribeBitwiseNot));
REGISTER_OP_FLOPS(bitwise_not, framework::NoFlops());

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

void DescribeLogicalNot(framework::OpMaker* op) {
  op->AddInput("X", "bool, of any shape.").NoGradient();
  op->AddOutput("Out", "bool, of the shape of X.");
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = not X, element by element. Errors: InvalidArgument for an X that "
      "is not bool.");
}

void InferLogicalNot(framework::InferShapeContext* context) {
  CheckBool(*context, "X");
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_not,
                             framework::ShapeFunction(InferLogicalNot),
                             framework::MakerFunction(DescribeLogicalNot));
REGISTER_OP_FLOPS(logical_not, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

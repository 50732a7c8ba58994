#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/operators/creation/identity_gradient.h"

namespace paddle::operators {
namespace {

void DescribeIncrement(framework::OpMaker* op) {
  op->AddInput("X", "Numbers of any shape, such as the counter of a loop.");
  op->AddOutput("Out", "What X is, of the same shape.");
  op->AddAttr<double>("step", "What is added; whole if X is of integers.")
      .SetDefault(1);
  op->AddAttr<int64_t>("int_step", ExactTwinOf("step")).SetDefault(0);
  op->SetVersion(2);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X + step, element by element. Integers wrap around. Errors: "
      "InvalidArgument for a step that X's data type cannot hold.");
}

void InferIncrement(framework::InferShapeContext* context) {
  CheckHolds(context->InputType("X"), NumberAttribute(*context, "step"));
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(increment,
                             framework::ShapeFunction(InferIncrement),
                             framework::MakerFunction(DescribeIncrement));
REGISTER_GRADIENT_MAKER(increment, IdentityGradient("X"));
REGISTER_OP_UPGRADE(increment, 1, SameNumbers);
REGISTER_OP_FLOPS(increment, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/operators/creation/identity_gradient.h"

namespace paddle::operators {
namespace {

class IncrementOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Numbers of any shape, such as the counter of a loop.");
    AddOutput("Out", "What X is, of the same shape.");
    AddAttr<double>("step", "What is added; whole if X is of integers.")
        .SetDefault(1);
    AddAttr<int64_t>("int_step", ExactTwinOf("step")).SetDefault(0);
    SetVersion(2);
    MayReuse("Out", "X");
    AddComment(
        "Out = X + step, element by element. Integers wrap around. Errors: "
        "InvalidArgument for a step that X's data type cannot hold.");
  }
};

class IncrementOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    CheckHolds(context->InputType("X"), NumberAttribute(*context, "step"));
    context->ShareShape("X", "Out");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(increment, IncrementOp, IncrementOpMaker);
REGISTER_GRADIENT_MAKER(increment, IdentityGradient("X"));
REGISTER_OP_UPGRADE(increment, 1, SameNumbers);
REGISTER_OP_FLOPS(increment, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

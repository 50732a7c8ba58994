#include <cmath>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor/identity_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class IncrementOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Numbers of any shape, such as the counter of a loop.");
    AddOutput("Out", "What X is, of the same shape.");
    AddAttr<double>("step", "What is added; whole if X is of integers.")
        .SetDefault(1);
    MayReuse("Out", "X");
    AddComment(
        "Out = X + step, element by element. Integers wrap around. Errors: "
        "InvalidArgument for a step that is not whole if X is of integers.");
  }
};

class IncrementOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    constexpr double kLargestExact = 9007199254740992;  // 2^53
    const double step = context->Attr<double>("step");
    PADDLE_ENFORCE(
        framework::IsFloating(context->InputType("X")) ||
            (step == std::floor(step) && std::fabs(step) <= kLargestExact),
        InvalidArgument, "the step of increment is ", step,
        ", but X is of type ",
        framework::DataTypeName(context->InputType("X")));
    context->ShareShape("X", "Out");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(increment, IncrementOp, IncrementOpMaker);
REGISTER_GRADIENT_MAKER(increment, IdentityGradient("X"));

}  // namespace paddle::operators

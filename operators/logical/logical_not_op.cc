#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LogicalNotOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "bool, of any shape.").NoGradient();
    AddOutput("Out", "bool, of the shape of X.");
    MayReuse("Out", "X");
    AddComment(
        "Out = not X, element by element. Errors: InvalidArgument for an X "
        "that is not bool.");
  }
};

class LogicalNotOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    CheckBool(*context, "X");
    context->ShareShape("X", "Out");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_not, LogicalNotOp, LogicalNotOpMaker);
REGISTER_OP_FLOPS(logical_not, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

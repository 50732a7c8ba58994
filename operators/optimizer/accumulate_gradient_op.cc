#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

class AccumulateGradientOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckLike(ctx, "Grad", "Sum");
    CheckOneNumber(ctx, "Count");
    PADDLE_ENFORCE(ctx->InputType("Count") == framework::DataType::kInt64,
                   InvalidArgument,
                   "Count of accumulate_gradient is int64, not ",
                   framework::DataTypeName(ctx->InputType("Count")));
    ctx->ShareShape("Sum", "SumOut");
  }
};

class AccumulateGradientOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Sum", "The sum of Count gradients, any shape.");
    AddInput("Grad", "The next one: like Sum, or SelectedRows of it.")
        .Kinds(framework::kTensorOrRows);
    AddInput("Count", "int64, one number, [] or [1].");
    AddOutput("SumOut", "Sum + Grad, or Grad alone if Count is 0; like Sum.");
    Updates("SumOut", "Sum");
    AddComment(
        "Adds a gradient to those of the runs before; with Count = 0 it is the "
        "first, whatever Sum holds. Errors: InvalidArgument for a Count that "
        "is not one int64, and a Grad of another shape or data type than Sum.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(accumulate_gradient, AccumulateGradientOp,
                             AccumulateGradientOpMaker);
REGISTER_OP_FLOPS(accumulate_gradient, framework::FlopsOfEach("Sum", 1));

}  // namespace paddle::operators

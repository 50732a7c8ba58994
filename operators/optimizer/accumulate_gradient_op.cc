#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

void InferAccumulateGradient(framework::InferShapeContext* ctx) {
  CheckLike(ctx, "Grad", "Sum");
  CheckOneNumber(ctx, "Count");
  PADDLE_ENFORCE(ctx->InputType("Count") == framework::DataType::kInt64,
                 InvalidArgument, "Count of accumulate_gradient is int64, not ",
                 framework::DataTypeName(ctx->InputType("Count")));
  ctx->ShareShape("Sum", "SumOut");
}

void DescribeAccumulateGradient(framework::OpMaker* op) {
  op->AddInput("Sum", "The sum of Count gradients, any shape.");
  op->AddInput("Grad", "The next one: like Sum, or SelectedRows of it.")
      .Kinds(framework::kTensorOrRows);
  op->AddInput("Count", "int64, one number, [] or [1].");
  op->AddOutput("SumOut", "Sum + Grad, or Grad alone if Count is 0; like Sum.");
  op->Updates("SumOut", "Sum");
  op->AddComment(
      "Adds a gradient to those of the runs before; with Count = 0 it is the "
      "first, whatever Sum holds. Errors: InvalidArgument for a Count that is "
      "not one int64, and a Grad of another shape or data type than Sum.");
}

REGISTER_OP_WITHOUT_GRADIENT(
    accumulate_gradient, framework::ShapeFunction(InferAccumulateGradient),
    framework::MakerFunction(DescribeAccumulateGradient));
REGISTER_OP_FLOPS(accumulate_gradient, framework::FlopsOfEach("Sum", 1));

}  // namespace paddle::operators

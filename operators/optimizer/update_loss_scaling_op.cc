#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;

void CheckType(framework::InferShapeContext* ctx, const char* slot,
               DataType type) {
  CheckOneNumber(ctx, slot);
  PADDLE_ENFORCE(ctx->InputType(slot) == type, InvalidArgument, slot,
                 " of update_loss_scaling is ", framework::DataTypeName(type),
                 ", not ", framework::DataTypeName(ctx->InputType(slot)));
}

void InferUpdateLossScaling(framework::InferShapeContext* ctx) {
  CheckOneNumber(ctx, "PrevLossScaling");
  CheckType(ctx, "FoundInfinite", DataType::kBool);
  CheckType(ctx, "InGoodSteps", DataType::kInt64);
  CheckType(ctx, "InBadSteps", DataType::kInt64);
  ctx->ShareShape("PrevLossScaling", "LossScaling");
  ctx->ShareShape("InGoodSteps", "OutGoodSteps");
  ctx->ShareShape("InBadSteps", "OutBadSteps");
}

void DescribeUpdateLossScaling(framework::OpMaker* op) {
  op->AddInput("FoundInfinite",
               "bool, [] or [1]: the gradients of this step are not finite.");
  op->AddInput("PrevLossScaling", "The scale, one number, [] or [1].");
  op->AddInput("InGoodSteps",
               "int64, [] or [1]: finite steps in a row since the scale grew.");
  op->AddInput("InBadSteps",
               "int64, [] or [1]: steps in a row that were not finite since "
               "the scale shrank.");
  op->AddOutput("LossScaling", "The scale of the next step, the same shape.");
  op->AddOutput("OutGoodSteps", "InGoodSteps with this step, the same shape.");
  op->AddOutput("OutBadSteps", "InBadSteps with this step, the same shape.");
  op->Updates("LossScaling", "PrevLossScaling");
  op->Updates("OutGoodSteps", "InGoodSteps");
  op->Updates("OutBadSteps", "InBadSteps");
  op->AddAttr<int64_t>("incr_every_n_steps",
                       "The scale grows after so many finite steps in a row.")
      .SetDefault(1000)
      .AtLeast(1);
  op->AddAttr<int64_t>("decr_every_n_nan_or_inf",
                       "It shrinks after so many others in a row.")
      .SetDefault(2)
      .AtLeast(1);
  op->AddAttr<double>("incr_ratio", "What it grows by.")
      .SetDefault(2)
      .GreaterThan(1);
  op->AddAttr<double>("decr_ratio", "What it shrinks by.")
      .SetDefault(0.5)
      .GreaterThan(0)
      .LessThan(1);
  op->KernelTypeFrom("PrevLossScaling");
  op->AddComment(
      "LossScaling = PrevLossScaling * incr_ratio, PrevLossScaling * "
      "decr_ratio or PrevLossScaling, as the steps of late were finite or not. "
      "It is never below 1 and never infinite: where it would be, it stays, or "
      "is 1. Source: Micikevicius et al., \"Mixed Precision Training\" (ICLR "
      "2018), section 3.2. Errors: InvalidArgument for an input that is not "
      "one number of its type.");
}

REGISTER_OP_WITHOUT_GRADIENT(
    update_loss_scaling, framework::ShapeFunction(InferUpdateLossScaling),
    framework::MakerFunction(DescribeUpdateLossScaling));
REGISTER_OP_FLOPS(update_loss_scaling, framework::NoFlops());

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

void InferMovingAverage(framework::InferShapeContext* ctx) {
  CheckLike(ctx, "X", "Average");
  CheckOneNumber(ctx, "Weight");
  CheckSameType(ctx, "Weight", "Average");
  ctx->ShareShape("Average", "AverageOut");
}

void DescribeMovingAverage(framework::OpMaker* op) {
  op->AddInput("X", "What is averaged over runs, any shape.");
  op->AddInput("Average", "The average so far, like X.");
  op->AddInput("Weight", "How much X counts: one number, [] or [1], like X.");
  op->AddOutput("AverageOut", "The average with X, like X.");
  op->Updates("AverageOut", "Average");
  op->AddComment(
      "Average = (1 - Weight) * Average + Weight * X. Errors: InvalidArgument "
      "for an Average unlike X, and a Weight that is not one number.");
}

REGISTER_OP_WITHOUT_GRADIENT(moving_average,
                             framework::ShapeFunction(InferMovingAverage),
                             framework::MakerFunction(DescribeMovingAverage));
REGISTER_OP_FLOPS(moving_average, framework::FlopsOfEach("X", 3));

}  // namespace paddle::operators

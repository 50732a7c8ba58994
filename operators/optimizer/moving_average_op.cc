#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class MovingAverageOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckLike(ctx, "X", "Average");
    CheckOneNumber(ctx, "Weight");
    CheckSameType(ctx, "Weight", "Average");
    ctx->ShareShape("Average", "AverageOut");
  }
};

class MovingAverageOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "What is averaged over runs, any shape.");
    AddInput("Average", "The average so far, like X.");
    AddInput("Weight", "How much X counts: one number, [] or [1], like X.");
    AddOutput("AverageOut", "The average with X, like X.");
    Updates("AverageOut", "Average");
    AddComment(
        "Average = (1 - Weight) * Average + Weight * X. Errors: "
        "InvalidArgument for an Average unlike X, and a Weight that is not one "
        "number.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(moving_average, MovingAverageOp,
                             MovingAverageOpMaker);
REGISTER_OP_FLOPS(moving_average, framework::FlopsOfEach("X", 3));

}  // namespace paddle::operators

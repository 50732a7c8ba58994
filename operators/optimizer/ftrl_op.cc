#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class FtrlOp : public OptimizerOp {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    OptimizerOp::InferShape(ctx);
    CheckState(ctx, "SquaredAccumulator", "SquaredAccumOut");
    CheckState(ctx, "LinearAccumulator", "LinearAccumOut");
  }
};

class FtrlOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddInput("SquaredAccumulator", "The sum of squared gradients, like Param.");
    AddInput("LinearAccumulator", "The adjusted sum of gradients, like Param.");
    AddOutput("SquaredAccumOut",
              "SquaredAccumulator after the step, like Param.");
    AddOutput("LinearAccumOut",
              "LinearAccumulator after the step, like Param.");
    Updates("SquaredAccumOut", "SquaredAccumulator");
    Updates("LinearAccumOut", "LinearAccumulator");
    AddStrength("l1", "How strongly parameters are pulled to zero.");
    AddStrength("l2", "How strongly parameters are shrunk.");
    AddAttr<double>("lr_power", "How the rate falls with squared gradients.")
        .SetDefault(-0.5)
        .AtMost(0);
    AddLazyMode();
    AddRule(
        "With S = SquaredAccumulator + Grad^2 and root(x) = x^-lr_power / "
        "LearningRate: LinearAccumulator += Grad - (root(S) - "
        "root(SquaredAccumulator)) * Param; SquaredAccumulator = S; Param = 0 "
        "where |LinearAccumulator| <= l1, else (sign(LinearAccumulator) * l1 - "
        "LinearAccumulator) / (root(S) + 2 * l2). Param is a function of the "
        "accumulators: what it was at first is forgotten. Source: McMahan et "
        "al., Ad Click Prediction: A View from the Trenches, 2013.",
        " InvalidArgument, when run, for a LearningRate of 0.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(ftrl, FtrlOp, FtrlOpMaker);
REGISTER_OP_FLOPS(ftrl, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators

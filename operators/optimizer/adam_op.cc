#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class AdamOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckStates(ctx, {"Moment1", "Moment2"});
    for (const char* slot : {"LearningRate", "Beta1Pow", "Beta2Pow"}) {
      CheckScalar(ctx, slot);
    }
    ctx->ShareShape("Beta1Pow", "Beta1PowOut");
    ctx->ShareShape("Beta2Pow", "Beta2PowOut");
  }
};

class AdamOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Param", "The parameter, any shape.");
    AddInput("Grad", "The gradient: like Param, or SelectedRows of it.");
    AddInput("LearningRate", "One number, [] or [1], of Param's type.");
    AddInput("Moment1", "The running mean of gradients, like Param.");
    AddInput("Moment2", "The running mean of their squares, like Param.");
    AddInput("Beta1Pow", "beta1^t in step t: beta1 at first; one number.");
    AddInput("Beta2Pow", "beta2^t in step t: beta2 at first; one number.");
    AddOutput("ParamOut", "The parameter after the step.");
    AddOutput("Moment1Out", "Moment1 after the step.");
    AddOutput("Moment2Out", "Moment2 after the step.");
    AddOutput("Beta1PowOut",
              "Beta1Pow * beta1, for the next step; left out if parameters "
              "share the powers and something else updates them.")
        .AsOptional();
    AddOutput("Beta2PowOut", "The same of beta2.").AsOptional();
    AddAttr<double>("beta1", "How much of Moment1 stays.")
        .SetDefault(0.9)
        .AtLeast(0)
        .LessThan(1);
    AddAttr<double>("beta2", "How much of Moment2 stays.")
        .SetDefault(0.999)
        .AtLeast(0)
        .LessThan(1);
    AddAttr<double>("epsilon", "Keeps the denominator from zero.")
        .SetDefault(1e-8)
        .AtLeast(0);
    AddAttr<bool>("lazy_mode",
                  "Rows that SelectedRows do not have keep parameter and "
                  "moments; false: their gradient is zero.")
        .SetDefault(false);
    AddComment(
        "Moment1 = beta1 * Moment1 + (1 - beta1) * Grad; Moment2 = beta2 * "
        "Moment2 + (1 - beta2) * Grad^2; Param -= LearningRate * sqrt(1 - "
        "Beta2Pow) / (1 - Beta1Pow) * Moment1 / (sqrt(Moment2) + epsilon). "
        "Kingma and Ba, Adam: A Method for Stochastic Optimization, 2015.");
    Updates("ParamOut", "Param");
    Updates("Moment1Out", "Moment1");
    Updates("Moment2Out", "Moment2");
    Updates("Beta1PowOut", "Beta1Pow");
    Updates("Beta2PowOut", "Beta2Pow");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adam, AdamOp, AdamOpMaker);

}  // namespace paddle::operators

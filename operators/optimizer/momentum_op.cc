#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class MomentumOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckStates(ctx, {"Velocity"});
    CheckScalar(ctx, "LearningRate");
  }
};

class MomentumOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Param", "The parameter, any shape.");
    AddInput("Grad", "The gradient: like Param, or SelectedRows of it.");
    AddInput("Velocity", "The running sum of gradients, like Param.");
    AddInput("LearningRate", "One number, [] or [1], of Param's type.");
    AddOutput("ParamOut", "The parameter after the step.");
    AddOutput("VelocityOut", "The velocity after the step.");
    AddAttr<double>("mu", "How much of the velocity stays.").AtLeast(0);
    AddAttr<bool>("use_nesterov", "Look ahead by one velocity.")
        .SetDefault(false);
    AddAttr<bool>("lazy_mode",
                  "Rows that SelectedRows do not have keep parameter and "
                  "velocity; false: their gradient is zero.")
        .SetDefault(false);
    AddComment(
        "Velocity = mu * Velocity + Grad; Param -= LearningRate * Velocity, "
        "or, with use_nesterov, Param -= LearningRate * (Grad + mu * "
        "Velocity). Sutskever et al., On the importance of initialization and "
        "momentum in deep learning, 2013.");
    Updates("ParamOut", "Param");
    Updates("VelocityOut", "Velocity");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(momentum, MomentumOp, MomentumOpMaker);

}  // namespace paddle::operators

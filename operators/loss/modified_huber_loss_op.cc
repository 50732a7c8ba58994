#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class ModifiedHuberLossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "The scores, of any shape.");
    AddInput("Y", "The labels, 0 or 1; like X.").NoGradient();
    AddOutput("Out", "The loss of each element; like X.");
    AddOutput("IntermediateVal", "(2 * Y - 1) * X.").AsIntermediate();
    AddFormula(
        "With z = (2 * Y - 1) * X: Out = max(0, 1 - z)^2 where z >= -1, else "
        "-4 * z. Source: Zhang, \"Solving Large Scale Linear Prediction "
        "Problems Using Stochastic Gradient Descent Algorithms\" (ICML 2004).");
  }
};

}  // namespace

REGISTER_OP(modified_huber_loss,
            ElementLossOp({"X", "Y"}, {"Out", "IntermediateVal"}),
            ModifiedHuberLossOpMaker, modified_huber_loss_grad,
            framework::GradOpSchema({"IntermediateVal", "Y"}));
REGISTER_OP_FLOPS(modified_huber_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

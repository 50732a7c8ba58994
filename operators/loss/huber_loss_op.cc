#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class HuberLossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "The predictions, of any shape.");
    AddInput("Y", "What they should be; like X.");
    AddOutput("Out", "The loss of each element; like X.");
    AddOutput("Residual", "Y - X.").AsIntermediate();
    AddAttr<double>(
        "delta", "Where the loss turns from a parabola into a straight line.")
        .GreaterThan(0);
    AddFormula(
        "With r = Y - X: Out = r^2 / 2 where |r| <= delta, else delta * (|r| - "
        "delta / 2). Source: Huber, \"Robust Estimation of a Location "
        "Parameter\" (1964).");
  }
};

}  // namespace

REGISTER_OP(huber_loss, ElementLossOp({"X", "Y"}, {"Out", "Residual"}),
            HuberLossOpMaker, huber_loss_grad,
            framework::GradOpSchema({"Residual"}));
REGISTER_OP_FLOPS(huber_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

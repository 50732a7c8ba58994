#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/loss/schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void InferSmoothL1Loss(framework::InferShapeContext* context) {
  for (const char* slot : {"Y", "InsideWeight", "OutsideWeight"}) {
    if (context->HasInput(slot)) CheckAlike(*context, slot, "X");
  }
  const framework::Dims x = context->InputDims("X");
  PADDLE_ENFORCE(x.rank() > 0, InvalidArgument,
                 "X of smooth_l1_loss needs an axis of rows, but is ",
                 x.ToString());
  context->ShareShape("X", "Diff");
  context->SetOutput("Out", {x[0], 1}, context->InputType("X"));
  context->ShareLoD("X", "Out");
}

class SmoothL1LossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "The predictions, [rows, ...].");
    AddInput("Y", "What they should be; like X.");
    AddInput("InsideWeight", "Factors of the differences; like X.")
        .AsOptional()
        .NoGradient();
    AddInput("OutsideWeight", "Factors of the losses; like X.")
        .AsOptional()
        .NoGradient();
    AddOutput("Out", "The loss of each row, [rows, 1].");
    AddOutput("Diff", "InsideWeight * (X - Y).").AsIntermediate();
    AddAttr<double>("sigma", "The larger, the closer to |Diff|.")
        .SetDefault(1)
        .GreaterThan(0);
    AddFormula(
        "With d = InsideWeight * (X - Y), Out is the sum over each row of "
        "OutsideWeight * loss, which is (sigma * d)^2 / 2 where |d| < 1 / "
        "sigma^2, else |d| - 1 / (2 * sigma^2). Source: Girshick, \"Fast "
        "R-CNN\" (ICCV 2015).");
  }
};

}  // namespace

REGISTER_OP(smooth_l1_loss, framework::ShapeFunction(InferSmoothL1Loss),
            SmoothL1LossOpMaker, smooth_l1_loss_grad,
            framework::GradOpSchema({"Diff", "InsideWeight", "OutsideWeight"}));
REGISTER_OP_FLOPS(smooth_l1_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/loss/label_shape.h"
#include "paddle/operators/loss/row_loss.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void CheckWeight(const framework::InferShapeContext& context, int64_t axis) {
  const Dims weight = context.InputDims("Weight");
  const Dims x = context.InputDims("X");
  PADDLE_ENFORCE(framework::MayBeEqual(weight, {x.at(axis)}) &&
                     context.InputType("Weight") == context.InputType("X"),
                 InvalidArgument, "Weight ",
                 framework::DataTypeName(context.InputType("Weight")), " ",
                 weight.ToString(), " of nll_loss does not fit X ",
                 framework::DataTypeName(context.InputType("X")), " ",
                 x.ToString(), ": it holds one number for each class");
}

void InferNllLoss(framework::InferShapeContext* context) {
  const auto axis = context->Attr<int64_t>("axis");
  const Dims loss = LossDims(context, "X", false, axis);
  if (context->HasInput("Weight")) CheckWeight(*context, axis);
  for (const char* slot : {"Out", "RowWeight"}) {
    SetLoss(context, "X", slot, loss, axis);
  }
}

class NllLossOpMaker : public RowLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "Logarithms of probabilities, [..., classes].");
    AddLabel();
    AddInput("Weight", "How much each class counts, [classes]; else 1.")
        .AsOptional()
        .NoGradient();
    AddOutput("Out", "The losses, [..., 1].");
    AddOutput("RowWeight",
              "The weight of each row's class, [..., 1]; 0 where it is "
              "ignored. The weighted mean is sum(Out) / sum(RowWeight).")
        .NoGradient();
    AddAttr<int64_t>("ignore_index",
                     "Rows of this class have loss and gradient 0.")
        .SetDefault(-100);
    AddAxis();
    AddComment(
        "Out = -Weight[label] * X[label], the negative log-likelihood of the "
        "labels. Errors: OutOfRange, when run, for a label that is no class, "
        "naming row and label; InvalidArgument for a Label that does not fit "
        "X. InvalidArgument for a Weight that is not one number for each "
        "class; OutOfRange for an axis that X does not have.");
  }
};

}  // namespace

REGISTER_OP(nll_loss, framework::ShapeFunction(InferNllLoss), NllLossOpMaker,
            nll_loss_grad, framework::GradOpSchema({"Label", "RowWeight"}));
REGISTER_OP_FLOPS(nll_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

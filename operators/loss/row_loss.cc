#include "paddle/operators/loss/row_loss.h"

#include "paddle/operators/loss/label_shape.h"

namespace paddle::operators {

void RowLossOp::InferShape(framework::InferShapeContext* context) const {
  const bool soft = may_be_soft_ && context->Attr<bool>("soft_label");
  context->SetOutput(loss_, LossDims(context, scores_, soft),
                     context->InputType(scores_));
  context->ShareLoD(scores_, loss_);
}

void RowLossOpMaker::AddLabel() {
  AddInput("Label", "The right class of each row, int64, [..., 1] or [...].")
      .NoGradient();
}

void RowLossOpMaker::AddMaybeSoftLabel(const std::string& scores) {
  AddInput("Label",
           "The right class of each row, int64, [..., 1] or [...]; with "
           "soft_label, the weight of each class, of the type and shape of " +
               scores + ".")
      .NoGradient();
  AddAttr<bool>("soft_label", "Label holds weights instead of classes.")
      .SetDefault(false);
  AddAttr<int64_t>("ignore_index",
                   "Rows of this class have loss and gradient 0; not of soft "
                   "labels.")
      .SetDefault(-100);
}

}  // namespace paddle::operators

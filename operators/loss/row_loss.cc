#include "paddle/operators/loss/row_loss.h"

#include "paddle/operators/loss/label_shape.h"

namespace paddle::operators {

void RowLossOp::InferShape(framework::InferShapeContext* context) const {
  const bool soft = may_be_soft_ && context->Attr<bool>("soft_label");
  const int64_t axis = may_be_soft_ ? context->Attr<int64_t>("axis") : -1;
  const framework::Dims loss = LossDims(context, scores_, soft, axis);
  SetLoss(context, scores_, loss_, loss, axis);
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
  AddAxis();
}

void RowLossOpMaker::AddAxis() {
  AddAttr<int64_t>("axis",
                   "The axis of the classes, instead of the last; the losses "
                   "have size 1 there, labels that are classes size 1 or no "
                   "axis. Negative: from the end.")
      .SetDefault(-1);
}

}  // namespace paddle::operators

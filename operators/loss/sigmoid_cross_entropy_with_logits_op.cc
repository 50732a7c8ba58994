#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class SigmoidCrossEntropyWithLogitsOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "The logits, of any shape.");
    AddInput("Label", "The probabilities of yes, in [0, 1]; like X.");
    AddOutput("Out", "The loss of each element; like X.");
    AddAttr<int64_t>("ignore_index",
                     "Elements with this label have loss and gradient 0.")
        .SetDefault(-100);
    AddAttr<bool>("normalize",
                  "Divides all losses by the number of labels that are not "
                  "ignored, so that their sum is a mean.")
        .SetDefault(false);
    AddFormula(
        "Out = log(1 + exp(X)) - Label * X, the cross entropy of sigmoid(X) "
        "and Label, computed as max(X, 0) - Label * X + log(1 + exp(-|X|)): no "
        "overflow, and small losses keep their digits.");
  }
};

}  // namespace

REGISTER_OP(sigmoid_cross_entropy_with_logits,
            ElementLossOp({"X", "Label"}, {"Out"}),
            SigmoidCrossEntropyWithLogitsOpMaker,
            sigmoid_cross_entropy_with_logits_grad,
            framework::GradOpSchema({"X", "Label"}));
REGISTER_OP_FLOPS(sigmoid_cross_entropy_with_logits,
                  framework::FlopsOfEach("Out", 5));

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/row_loss.h"

namespace paddle::operators {
namespace {

class CrossEntropyOpMaker : public RowLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "Probabilities, [..., classes], as softmax gives them.");
    AddMaybeSoftLabel("X");
    AddOutput("Y", "The losses, [..., 1].");
    AddComment(
        "Y = -log(X[label]), or -sum(label * log(X)). The loss of probability "
        "0 is 1e20. softmax_with_cross_entropy is more accurate than softmax "
        "and this. Errors: OutOfRange, when run, for a label that is no class, "
        "naming row and label; InvalidArgument for a Label that does not fit "
        "X; OutOfRange for an axis that X does not have.");
  }
};

}  // namespace

REGISTER_OP(cross_entropy, RowLossOp("X", "Y", /*may_be_soft=*/true),
            CrossEntropyOpMaker, cross_entropy_grad,
            framework::GradOpSchema({"X", "Label"}));
REGISTER_OP_FLOPS(cross_entropy, framework::FlopsOfEach("Y", 2));

}  // namespace paddle::operators

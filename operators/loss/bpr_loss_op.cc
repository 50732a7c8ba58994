#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/row_loss.h"

namespace paddle::operators {
namespace {

class BprLossOpMaker : public RowLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "Scores, [..., classes].");
    AddLabel();
    AddOutput("Y", "The losses, [..., 1].");
    AddComment(
        "Y = the mean of log(1 + exp(X[j] - X[label])) over the other classes "
        "j: Bayesian personalised ranking. Source: Hidasi et al., "
        "\"Session-based Recommendations with Recurrent Neural Networks\" "
        "(ICLR 2016). Errors: OutOfRange, when run, for a label that is no "
        "class, naming row and label; InvalidArgument for a Label that does "
        "not fit X.");
  }
};

}  // namespace

REGISTER_OP(bpr_loss, RowLossOp("X", "Y", /*may_be_soft=*/false),
            BprLossOpMaker, bpr_loss_grad,
            framework::GradOpSchema({"X", "Label"}));
REGISTER_OP_FLOPS(bpr_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

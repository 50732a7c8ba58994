#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class RankLossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("Label",
             "1 where Left should rank above Right, 0 where below, 0.5 for a "
             "tie; of any shape.")
        .NoGradient();
    AddInput("Left", "The scores of the first of each pair; like Label.");
    AddInput("Right", "The scores of the second; like Label.");
    AddOutput("Out", "The loss of each pair; like Label.");
    AddFormula(
        "Out = log(1 + exp(Left - Right)) - Label * (Left - Right). Source: "
        "Burges et al., \"Learning to Rank using Gradient Descent\" (ICML "
        "2005).");
  }
};

}  // namespace

REGISTER_OP(rank_loss, ElementLossOp({"Label", "Left", "Right"}, {"Out"}),
            RankLossOpMaker, rank_loss_grad,
            framework::GradOpSchema({"Left", "Right", "Label"}));
REGISTER_OP_FLOPS(rank_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

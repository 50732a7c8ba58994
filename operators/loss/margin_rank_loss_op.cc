#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class MarginRankLossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("X1", "The scores of the first of each pair, of any shape.");
    AddInput("X2", "The scores of the second; like X1.");
    AddInput("Label",
             "1 where X1 should rank above X2, -1 where below; like X1.")
        .NoGradient();
    AddOutput("Out", "The loss of each pair; like X1.");
    AddOutput("Activated", "1 where Out is not 0, else 0.").AsIntermediate();
    AddAttr<double>("margin", "How far apart the scores of a pair should be.")
        .SetDefault(0);
    AddFormula("Out = max(0, margin - Label * (X1 - X2)).");
  }
};

}  // namespace

REGISTER_OP(margin_rank_loss,
            ElementLossOp({"X1", "X2", "Label"}, {"Out", "Activated"}),
            MarginRankLossOpMaker, margin_rank_loss_grad,
            framework::GradOpSchema({"Activated", "Label"}));
REGISTER_OP_FLOPS(margin_rank_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators

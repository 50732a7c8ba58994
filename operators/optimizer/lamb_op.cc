#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class LambOp : public OptimizerOp {
 public:
  LambOp() : OptimizerOp({"Moment1", "Moment2"}, {"Beta1Pow", "Beta2Pow"}) {}
};

class LambOpMaker : public AdamLikeOpMaker {
 public:
  void Make() override {
    AddMoments();
    AddPowers();
    AddMomentAttrs();
    AddAttr<double>("weight_decay", "How much of Param joins the direction.")
        .SetDefault(0.01)
        .AtLeast(0);
    AddComment(
        "Moments as in adam; R = Moment1 / (1 - Beta1Pow) / (sqrt(Moment2 / (1 "
        "- Beta2Pow)) + epsilon) + weight_decay * Param; Param -= LearningRate "
        "* |Param| / |R| * R, with L2 norms; where one is 0 the ratio is 1. "
        "Rows that SelectedRows do not have move, too, as the norms are of all "
        "rows. Source: You et al., Large Batch Optimization for Deep Learning: "
        "Training BERT in 76 Minutes, 2020. Errors: InvalidArgument unless "
        "Grad and all that belongs to Param have its shape and data type, and "
        "the rest are single numbers.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(lamb, LambOp, LambOpMaker);
REGISTER_OP_FLOPS(lamb, framework::FlopsOfEach("Param", 12));

}  // namespace paddle::operators

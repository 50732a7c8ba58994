#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeLamb(OptimizerOpMaker* op) {
  op->AddMoments();
  op->AddPowers();
  op->AddMomentAttrs();
  op->AddAttr<double>("weight_decay", "How much of Param joins the direction.")
      .SetDefault(0.01)
      .AtLeast(0);
  op->AddRule(
      "Moments as in adam; R = Moment1 / (1 - Beta1Pow) / (sqrt(Moment2 / (1 "
      "- Beta2Pow)) + epsilon) + weight_decay * Param; Param -= LearningRate "
      "* |Param| / |R| * R, with L2 norms; where one is 0 the ratio is 1. "
      "Rows that SelectedRows do not have move, too, as the norms are of all "
      "rows. Source: You et al., Large Batch Optimization for Deep Learning: "
      "Training BERT in 76 Minutes, 2020.");
}

}  // namespace

REGISTER_OPTIMIZER(lamb, DescribeLamb, /*operations=*/12);

}  // namespace paddle::operators

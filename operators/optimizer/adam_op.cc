#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdamOp : public OptimizerOp {
 public:
  AdamOp() : OptimizerOp({"Moment1", "Moment2"}, {"Beta1Pow", "Beta2Pow"}) {}
};

class AdamOpMaker : public AdamLikeOpMaker {
 public:
  void Make() override {
    AddMoments();
    AddPowers();
    AddMomentAttrs();
    AddLazyMode();
    AddComment(
        "Moment1 = beta1 * Moment1 + (1 - beta1) * Grad; Moment2 = beta2 * "
        "Moment2 + (1 - beta2) * Grad^2; Param -= LearningRate * Moment1 / (1 "
        "- Beta1Pow) / (sqrt(Moment2 / (1 - Beta2Pow)) + epsilon). Kingma and "
        "Ba, Adam: A Method for Stochastic Optimization, 2015, algorithm 1.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adam, AdamOp, AdamOpMaker);

}  // namespace paddle::operators

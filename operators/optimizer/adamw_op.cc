#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdamWOpMaker : public AdamLikeOpMaker {
 public:
  void Make() override {
    AddMoments();
    AddPowers();
    AddMomentAttrs();
    AddAttr<double>("coeff", "The weight decay.").SetDefault(0.01).AtLeast(0);
    AddLazyMode();
    AddRule(
        "Param *= 1 - LearningRate * coeff, and then a step of adam. Source: "
        "Loshchilov and Hutter, Decoupled Weight Decay Regularization, 2019.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adamw, AdamLikeOp, AdamWOpMaker);
REGISTER_OP_FLOPS(adamw, framework::FlopsOfEach("Param", 12));

}  // namespace paddle::operators

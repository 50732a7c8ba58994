#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdamWOp : public OptimizerOp {
 public:
  AdamWOp() : OptimizerOp({"Moment1", "Moment2"}, {"Beta1Pow", "Beta2Pow"}) {}
};

class AdamWOpMaker : public AdamLikeOpMaker {
 public:
  void Make() override {
    AddMoments();
    AddPowers();
    AddMomentAttrs();
    AddAttr<double>("coeff", "The weight decay.").SetDefault(0.01).AtLeast(0);
    AddLazyMode();
    AddComment(
        "Param *= 1 - LearningRate * coeff, and then a step of adam. "
        "Source: Loshchilov and Hutter, Decoupled Weight Decay Regularization, "
        "2019. Errors: InvalidArgument unless Grad and all that belongs to "
        "Param have its shape and data type, and the rest are single numbers.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adamw, AdamWOp, AdamWOpMaker);
REGISTER_OP_FLOPS(adamw, framework::FlopsOfEach("Param", 12));

}  // namespace paddle::operators

#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdagradOp : public OptimizerOp {
 public:
  AdagradOp() : OptimizerOp({"Moment"}) {}
};

class AdagradOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Moment", "The sum of the squares of all gradients");
    AddEpsilon(1e-6);
    AddComment(
        "Moment += Grad^2; Param -= LearningRate * Grad / (sqrt(Moment) + "
        "epsilon). With SelectedRows only their rows are touched. Source: "
        "Duchi et "
        "al., Adaptive Subgradient Methods for Online Learning and Stochastic "
        "Optimization, 2011. Errors: InvalidArgument unless Grad and all that "
        "belongs to Param have its shape and data type, and the rest are "
        "single numbers.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adagrad, AdagradOp, AdagradOpMaker);
REGISTER_OP_FLOPS(adagrad, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators

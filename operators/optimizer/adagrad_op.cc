#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdagradOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Moment", "The sum of the squares of all gradients");
    AddEpsilon(1e-6);
    AddRule(
        "Moment += Grad^2; Param -= LearningRate * Grad / (sqrt(Moment) + "
        "epsilon). With SelectedRows only their rows are touched. Source: "
        "Duchi et al., Adaptive Subgradient Methods for Online Learning and "
        "Stochastic Optimization, 2011.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adagrad, OptimizerOp({"Moment"}), AdagradOpMaker);
REGISTER_OP_FLOPS(adagrad, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators

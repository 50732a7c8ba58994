#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdamaxOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Moment", "The running mean of gradients");
    AddState("InfNorm", "The largest gradient, decayed");
    AddScalar("Beta1Pow", "beta1^t in step t: beta1 at first");
    AddDecay("beta1", 0.9, "How much of Moment stays.");
    AddDecay("beta2", 0.999, "How much of InfNorm stays.");
    AddEpsilon(1e-8);
    AddLazyMode();
    AddRule(
        "Moment = beta1 * Moment + (1 - beta1) * Grad; InfNorm = max(beta2 * "
        "InfNorm, |Grad| + epsilon); Param -= LearningRate / (1 - Beta1Pow) * "
        "Moment / InfNorm. Source: Kingma and Ba, Adam: A Method for "
        "Stochastic Optimization, 2015, section 7.1.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adamax,
                             OptimizerOp({"Moment", "InfNorm"}, {"Beta1Pow"}),
                             AdamaxOpMaker);
REGISTER_OP_FLOPS(adamax, framework::FlopsOfEach("Param", 12));

}  // namespace paddle::operators

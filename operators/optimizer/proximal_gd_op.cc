#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class ProximalGdOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddStrength("l1", "How strongly parameters are pulled to zero.");
    AddStrength("l2", "How strongly parameters are shrunk.");
    AddLazyMode();
    AddRule(
        "Q = Param - LearningRate * Grad; Param = sign(Q) * max(|Q| - "
        "LearningRate * l1, 0) / (1 + LearningRate * l2). Source: Duchi and "
        "Singer, Efficient Online and Batch Learning Using Forward Backward "
        "Splitting, 2009.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(proximal_gd, OptimizerOp, ProximalGdOpMaker);
REGISTER_OP_FLOPS(proximal_gd, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators

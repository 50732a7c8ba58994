#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class HardSigmoidOpMaker : public ActivationOpMaker {
 public:
  HardSigmoidOpMaker()
      : ActivationOpMaker("min(max(slope * X + offset, 0), 1)") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("slope", "The slope between 0 and 1.").SetDefault(0.2);
    AddAttr<double>("offset", "The value for X = 0.").SetDefault(0.5);
  }
};

}  // namespace

REGISTER_OP(hard_sigmoid, ActivationOp, HardSigmoidOpMaker, hard_sigmoid_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(hard_sigmoid, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

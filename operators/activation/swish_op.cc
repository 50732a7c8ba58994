#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SwishOpMaker : public ActivationOpMaker {
 public:
  SwishOpMaker()
      : ActivationOpMaker(
            "X / (1 + exp(-beta * X))",
            "Source: Ramachandran, Zoph and Le 2017, arXiv:1710.05941.") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("beta", "How steep the sigmoid is.").SetDefault(1);
  }
};

}  // namespace

REGISTER_OP(swish, ActivationOp, SwishOpMaker, swish_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(swish, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

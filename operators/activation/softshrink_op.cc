#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SoftshrinkOpMaker : public ActivationOpMaker {
 public:
  SoftshrinkOpMaker()
      : ActivationOpMaker(
            "X - lambda for X > lambda, X + lambda for X "
            "< -lambda, else 0") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("lambda", "Numbers up to this far from 0 become 0.")
        .SetDefault(0.5)
        .AtLeast(0);
  }
};

}  // namespace

REGISTER_OP(softshrink, ActivationOp, SoftshrinkOpMaker, softshrink_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(softshrink, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

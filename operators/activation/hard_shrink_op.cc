#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class HardShrinkOpMaker : public ActivationOpMaker {
 public:
  HardShrinkOpMaker() : ActivationOpMaker("X where |X| > threshold, else 0") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("threshold", "Numbers up to this far from 0 become 0.")
        .SetDefault(0.5)
        .AtLeast(0);
  }
};

}  // namespace

REGISTER_OP(hard_shrink, ActivationOp, HardShrinkOpMaker, hard_shrink_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(hard_shrink, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

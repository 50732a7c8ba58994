#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class StanhOpMaker : public ActivationOpMaker {
 public:
  StanhOpMaker()
      : ActivationOpMaker("scale_b * tanh(scale_a * X)",
                          "Source: LeCun, Bottou, Orr and Mueller, Efficient "
                          "BackProp, 1998.") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("scale_a", "What X is multiplied by.").SetDefault(2. / 3);
    AddAttr<double>("scale_b", "What tanh is multiplied by.")
        .SetDefault(1.7159);
  }
};

}  // namespace

REGISTER_OP(stanh, ActivationOp, StanhOpMaker, stanh_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(stanh, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SoftReluOpMaker : public ActivationOpMaker {
 public:
  SoftReluOpMaker()
      : ActivationOpMaker(
            "log(1 + exp(x)) where x = min(max(X, "
            "-threshold), threshold)") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("threshold", "The greatest |x|.")
        .SetDefault(40)
        .GreaterThan(0);
  }
};

}  // namespace

REGISTER_OP(soft_relu, ActivationOp, SoftReluOpMaker, soft_relu_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(soft_relu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

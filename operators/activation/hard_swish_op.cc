#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class HardSwishOpMaker : public ActivationOpMaker {
 public:
  HardSwishOpMaker()
      : ActivationOpMaker(
            "X * min(max(X + offset, 0), threshold) / "
            "scale",
            "Source: Howard et al. 2019, arXiv:1905.02244.") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("threshold",
                    "The greatest factor of X, before the division.")
        .SetDefault(6)
        .GreaterThan(0);
    AddAttr<double>("scale", "What the product is divided by.")
        .SetDefault(6)
        .GreaterThan(0);
    AddAttr<double>("offset", "What is added to X.").SetDefault(3);
  }
};

}  // namespace

REGISTER_OP(hard_swish, ActivationOp, HardSwishOpMaker, hard_swish_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(hard_swish, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

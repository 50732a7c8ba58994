#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class Relu6OpMaker : public ActivationOpMaker {
 public:
  Relu6OpMaker() : ActivationOpMaker("min(max(X, 0), threshold)") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("threshold", "The greatest value of Out.")
        .SetDefault(6)
        .GreaterThan(0);
  }
};

}  // namespace

REGISTER_OP(relu6, ActivationOp, Relu6OpMaker, relu6_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(relu6, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

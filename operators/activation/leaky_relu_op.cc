#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class LeakyReluOpMaker : public ActivationOpMaker {
 public:
  LeakyReluOpMaker() : ActivationOpMaker("X where X > 0, else alpha * X") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("alpha", "The slope below 0.").SetDefault(0.02);
  }
};

}  // namespace

REGISTER_OP(leaky_relu, ActivationOp, LeakyReluOpMaker, leaky_relu_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(leaky_relu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class EluOpMaker : public ActivationOpMaker {
 public:
  EluOpMaker()
      : ActivationOpMaker("X where X > 0, else alpha * (exp(X) - 1)",
                          "Source: Clevert, Unterthiner and Hochreiter 2015, "
                          "arXiv:1511.07289.") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("alpha", "-alpha is the limit for X = -inf.").SetDefault(1);
  }
};

}  // namespace

REGISTER_OP(elu, ActivationOp, EluOpMaker, elu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(elu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

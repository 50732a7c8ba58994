#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class PowOpMaker : public ActivationOpMaker {
 public:
  PowOpMaker()
      : ActivationOpMaker(
            "X to the power of factor",
            "0^0 is 1; a negative number to a power that is not whole is "
            "NaN.") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("factor", "The power.").SetDefault(1);
  }
};

}  // namespace

REGISTER_OP(pow, ActivationOp, PowOpMaker, pow_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(pow, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

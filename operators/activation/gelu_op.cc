#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class GeluOpMaker : public ActivationOpMaker {
 public:
  GeluOpMaker()
      : ActivationOpMaker(
            "X * P(a standard normal number is less than X)",
            "Source: Hendrycks and Gimpel 2016, arXiv:1606.08415.") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<bool>(
        "approximate",
        "Whether to compute X / 2 * (1 + tanh(sqrt(2 / pi) * (X + 0.044715 * "
        "X^3))) instead of X / 2 * (1 + erf(X / sqrt(2))).")
        .SetDefault(false);
  }
};

}  // namespace

REGISTER_OP(gelu, ActivationOp, GeluOpMaker, gelu_grad, ActivationGradFromX);
REGISTER_ELEMENTWISE_ACTIVATION(gelu);
REGISTER_ELEMENTWISE_ACTIVATION_GRAD(gelu_grad, ActivationGradFromX);
REGISTER_PRECISION(gelu, kFollows);
REGISTER_OP_FLOPS(gelu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

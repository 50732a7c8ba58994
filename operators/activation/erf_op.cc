#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class ErfOpMaker : public ActivationOpMaker {
 public:
  ErfOpMaker()
      : ActivationOpMaker(
            "erf(X) = 2 / sqrt(pi) * (integral of "
            "exp(-t^2) from 0 to X)") {}
};

}  // namespace

REGISTER_OP(erf, ActivationOp, ErfOpMaker, erf_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(erf, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SoftplusOpMaker : public ActivationOpMaker {
 public:
  SoftplusOpMaker()
      : ActivationOpMaker("log(1 + exp(X))", "Neither end overflows.") {}
};

}  // namespace

REGISTER_OP(softplus, ActivationOp, SoftplusOpMaker, softplus_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(softplus, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

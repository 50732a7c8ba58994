#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class Expm1OpMaker : public ActivationOpMaker {
 public:
  Expm1OpMaker() : ActivationOpMaker("exp(X) - 1, accurate for small X too") {}
};

}  // namespace

REGISTER_OP(expm1, ActivationOp, Expm1OpMaker, expm1_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(expm1, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SqrtOpMaker : public ActivationOpMaker {
 public:
  SqrtOpMaker() : ActivationOpMaker("the square root of X (NaN below 0)") {}
};

}  // namespace

REGISTER_OP(sqrt, ActivationOp, SqrtOpMaker, sqrt_grad, ActivationGradFromOut);

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SinOpMaker : public ActivationOpMaker {
 public:
  SinOpMaker() : ActivationOpMaker("sin(X), X in radians") {}
};

}  // namespace

REGISTER_OP(sin, ActivationOp, SinOpMaker, sin_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(sin, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

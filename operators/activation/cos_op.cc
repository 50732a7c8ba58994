#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class CosOpMaker : public ActivationOpMaker {
 public:
  CosOpMaker() : ActivationOpMaker("cos(X), X in radians") {}
};

}  // namespace

REGISTER_OP(cos, ActivationOp, CosOpMaker, cos_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(cos, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

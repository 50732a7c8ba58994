#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class ReluOpMaker : public ActivationOpMaker {
 public:
  ReluOpMaker() : ActivationOpMaker("max(X, 0)") {}
};

}  // namespace

REGISTER_OP(relu, ActivationOp, ReluOpMaker, relu_grad, ActivationGradFromOut);
REGISTER_OP_FLOPS(relu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

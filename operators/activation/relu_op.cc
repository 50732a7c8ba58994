#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class ReluOpMaker : public ActivationOpMaker {
 public:
  ReluOpMaker() : ActivationOpMaker("max(X, 0)") {}
};

}  // namespace

REGISTER_OP(relu, ActivationOp, ReluOpMaker, relu_grad, ActivationGradFromOut);

}  // namespace paddle::operators

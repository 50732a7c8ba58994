#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SigmoidOpMaker : public ActivationOpMaker {
 public:
  SigmoidOpMaker() : ActivationOpMaker("1 / (1 + exp(-X))") {}
};

}  // namespace

REGISTER_OP(sigmoid, ActivationOp, SigmoidOpMaker, sigmoid_grad,
            ActivationGradFromOut);

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class TanhOpMaker : public ActivationOpMaker {
 public:
  TanhOpMaker() : ActivationOpMaker("tanh(X)") {}
};

}  // namespace

REGISTER_OP(tanh, ActivationOp, TanhOpMaker, tanh_grad, ActivationGradFromOut);

}  // namespace paddle::operators

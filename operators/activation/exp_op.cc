#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class ExpOpMaker : public ActivationOpMaker {
 public:
  ExpOpMaker() : ActivationOpMaker("exp(X)") {}
};

}  // namespace

REGISTER_OP(exp, ActivationOp, ExpOpMaker, exp_grad, ActivationGradFromOut);

}  // namespace paddle::operators

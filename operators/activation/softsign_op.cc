#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SoftsignOpMaker : public ActivationOpMaker {
 public:
  SoftsignOpMaker() : ActivationOpMaker("X / (1 + |X|)") {}
};

}  // namespace

REGISTER_OP(softsign, ActivationOp, SoftsignOpMaker, softsign_grad,
            ActivationGradFromX);

}  // namespace paddle::operators

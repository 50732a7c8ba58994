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
REGISTER_OP_FLOPS(softsign, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

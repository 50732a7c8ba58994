#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class ReciprocalOpMaker : public ActivationOpMaker {
 public:
  ReciprocalOpMaker() : ActivationOpMaker("1 / X") {}
};

}  // namespace

REGISTER_OP(reciprocal, ActivationOp, ReciprocalOpMaker, reciprocal_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(reciprocal, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class AbsOpMaker : public ActivationOpMaker {
 public:
  AbsOpMaker() : ActivationOpMaker("|X|", "The gradient at 0 is 0.") {}
};

}  // namespace

REGISTER_OP(abs, ActivationOp, AbsOpMaker, abs_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(abs, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

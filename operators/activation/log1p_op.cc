#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class Log1pOpMaker : public ActivationOpMaker {
 public:
  Log1pOpMaker()
      : ActivationOpMaker(
            "log(1 + X), accurate for small X too (-inf "
            "for -1, NaN below)") {}
};

}  // namespace

REGISTER_OP(log1p, ActivationOp, Log1pOpMaker, log1p_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(log1p, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

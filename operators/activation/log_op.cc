#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class LogOpMaker : public ActivationOpMaker {
 public:
  LogOpMaker()
      : ActivationOpMaker(
            "the natural logarithm of X (-inf for 0, NaN below)") {}
};

}  // namespace

REGISTER_OP(log, ActivationOp, LogOpMaker, log_grad, ActivationGradFromX);

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class LogsigmoidOpMaker : public ActivationOpMaker {
 public:
  LogsigmoidOpMaker() : ActivationOpMaker("log(1 / (1 + exp(-X)))") {}
};

}  // namespace

REGISTER_OP(logsigmoid, ActivationOp, LogsigmoidOpMaker, logsigmoid_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(logsigmoid, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

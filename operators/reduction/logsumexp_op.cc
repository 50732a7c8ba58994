#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class LogSumExpOpMaker : public ReduceOpMaker {
 public:
  LogSumExpOpMaker()
      : ReduceOpMaker("log(sum(exp(X))), which does not overflow", "-inf") {}
};

class LogSumExpGradOp : public framework::GradOpSchema {
 public:
  LogSumExpGradOp() : GradOpSchema({"X", "Out"}) {}
};

}  // namespace

REGISTER_OP(logsumexp, ReduceOp, LogSumExpOpMaker, logsumexp_grad,
            LogSumExpGradOp);
REGISTER_OP_FLOPS(logsumexp, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators

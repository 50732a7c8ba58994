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

}  // namespace paddle::operators

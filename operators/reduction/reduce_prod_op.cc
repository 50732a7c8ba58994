#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceProdOpMaker : public ReduceOpMaker {
 public:
  ReduceProdOpMaker()
      : ReduceOpMaker("the product", "1. Integers wrap around") {}
};

class ReduceProdGradOp : public framework::GradOpSchema {
 public:
  ReduceProdGradOp() : GradOpSchema({"X", "Out"}) {}
};

}  // namespace

REGISTER_OP(reduce_prod, ReduceOp, ReduceProdOpMaker, reduce_prod_grad,
            ReduceProdGradOp);

}  // namespace paddle::operators

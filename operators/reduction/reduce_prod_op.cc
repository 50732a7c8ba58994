#include "paddle/framework/registry/op_flops.h"
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
REGISTER_OP_FLOPS(reduce_prod, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators

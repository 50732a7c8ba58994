#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/whole_base.h"

namespace paddle::operators {

REGISTER_OP(squared_l2_norm, WholeOp,
            WholeOpMaker("Out = sum(X^2); 0 of no elements."),
            squared_l2_norm_grad, framework::GradOpSchema({"X"}));
REGISTER_OP_FLOPS(squared_l2_norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators

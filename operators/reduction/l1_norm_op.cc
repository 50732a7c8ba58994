#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/whole_base.h"

namespace paddle::operators {

// The gradient is 0 where X is 0.
REGISTER_OP(l1_norm, WholeOp, WholeOpMaker("Out = sum(|X|); 0 of no elements."),
            l1_norm_grad, framework::GradOpSchema({"X"}));
REGISTER_OP_FLOPS(l1_norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP(
    elementwise_mod, ElementwiseOp,
    ElementwiseOpMaker("X - floor(X / Y) * Y",
                       "It has the sign of Y, as in Python. An integer is not "
                       "divided by 0. The gradient for Y is that of the "
                       "formula, with floor(X / Y) as a constant.",
                       ", and, when run, for an integer divided by 0"),
    elementwise_mod_grad, ElementwiseProductGradOp);
REGISTER_BROADCAST(elementwise_mod);
REGISTER_PRODUCT_GRADIENTS(elementwise_mod_grad);
REGISTER_OP_FLOPS(elementwise_mod, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

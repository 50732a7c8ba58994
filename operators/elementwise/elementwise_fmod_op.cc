#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP(
    elementwise_fmod, ElementwiseOp,
    ElementwiseOpMaker("X - trunc(X / Y) * Y",
                       "It has the sign of X, as C's fmod. An integer is not "
                       "divided by 0. The gradient for Y is that of the "
                       "formula, with trunc(X / Y) as a constant.",
                       ", and, when run, for an integer divided by 0"),
    elementwise_fmod_grad, ElementwiseProductGradOp);
REGISTER_BROADCAST(elementwise_fmod);
REGISTER_PRODUCT_GRADIENTS(elementwise_fmod_grad);
REGISTER_OP_FLOPS(elementwise_fmod, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

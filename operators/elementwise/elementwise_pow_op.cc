#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP(elementwise_pow, ElementwiseOp,
            ElementwiseOpMaker(
                "X to the power of Y",
                "0^0 is 1. A negative number to a power that is not whole is "
                "NaN, and so is the gradient for Y of a negative X. Integers "
                "wrap around and take no negative power.",
                ", and, when run, for an integer to a negative power"),
            elementwise_pow_grad, ElementwiseProductGradOp);
REGISTER_BROADCAST(elementwise_pow);
REGISTER_PRODUCT_GRADIENTS(elementwise_pow_grad);
REGISTER_OP_FLOPS(elementwise_pow, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

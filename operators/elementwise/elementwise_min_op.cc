#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP(elementwise_min, ElementwiseOp,
            ElementwiseOpMaker("the smaller of X and Y",
                               "NaN wins. The gradient goes to the smaller "
                               "one; equal ones get half each."),
            elementwise_min_grad, ElementwiseProductGradOp);
REGISTER_BROADCAST(elementwise_min);
REGISTER_PRODUCT_GRADIENTS(elementwise_min_grad);
REGISTER_PRECISION(elementwise_min, kFollows);
REGISTER_OP_FLOPS(elementwise_min, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

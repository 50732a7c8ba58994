#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP(elementwise_max, ElementwiseOp,
            ElementwiseOpMaker("the larger of X and Y",
                               "NaN wins. The gradient goes to the larger one; "
                               "equal ones get half each."),
            elementwise_max_grad, ElementwiseProductGradOp);
REGISTER_BROADCAST(elementwise_max);
REGISTER_PRODUCT_GRADIENTS(elementwise_max_grad);
REGISTER_PRECISION(elementwise_max, kFollows);
REGISTER_OP_FLOPS(elementwise_max, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

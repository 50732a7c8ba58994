#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"
#include "paddle/operators/elementwise/second_gradient.h"

namespace paddle::operators {

REGISTER_OP(elementwise_add, ElementwiseOp,
            ElementwiseOpMaker("X + Y", "Integers wrap around."),
            elementwise_add_grad, ElementwiseLinearGradOp);
REGISTER_GRADIENT_MAKER(elementwise_add_grad, SumSecondGradient);
REGISTER_BROADCAST(elementwise_add);
REGISTER_LINEAR_GRADIENTS(elementwise_add_grad);
REGISTER_PRECISION(elementwise_add, kFollows);
REGISTER_OP_FLOPS(elementwise_add, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"
#include "paddle/operators/elementwise/second_gradient.h"

namespace paddle::operators {

REGISTER_OP(elementwise_sub, ElementwiseOp,
            ElementwiseOpMaker("X - Y", "Integers wrap around."),
            elementwise_sub_grad, ElementwiseLinearGradOp);
REGISTER_GRADIENT_MAKER(elementwise_sub_grad, SumSecondGradient);
REGISTER_BROADCAST(elementwise_sub);
REGISTER_LINEAR_GRADIENTS(elementwise_sub_grad);
REGISTER_PRECISION(elementwise_sub, kFollows);
REGISTER_OP_FLOPS(elementwise_sub, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

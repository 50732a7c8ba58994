#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"
#include "paddle/operators/elementwise/second_gradient.h"

namespace paddle::operators {

REGISTER_OP(elementwise_mul, ElementwiseOp,
            ElementwiseOpMaker("X * Y", "Integers wrap around."),
            elementwise_mul_grad, ElementwiseProductGradOp);
REGISTER_GRADIENT_MAKER(elementwise_mul_grad, ProductSecondGradient);
REGISTER_BROADCAST(elementwise_mul);
REGISTER_PRODUCT_GRADIENTS(elementwise_mul_grad);
REGISTER_PRECISION(elementwise_mul, kFollows);
REGISTER_OP_FLOPS(elementwise_mul, framework::FlopsOfEach("Out", 1),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators

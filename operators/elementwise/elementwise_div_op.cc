#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"
#include "paddle/operators/elementwise/second_gradient.h"

namespace paddle::operators {

REGISTER_OP(
    elementwise_div, ElementwiseOp,
    ElementwiseOpMaker(
        "X / Y",
        "Integers are rounded towards zero; an integer is not divided by 0.",
        ", and, when run, for an integer divided by 0"),
    elementwise_div_grad, ElementwiseProductGradOp);
REGISTER_GRADIENT_MAKER(elementwise_div_grad, QuotientSecondGradient);
REGISTER_BROADCAST(elementwise_div);
REGISTER_PRODUCT_GRADIENTS(elementwise_div_grad);
REGISTER_OP_FLOPS(elementwise_div, framework::FlopsOfEach("Out", 1),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/zero_gradient.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    round, ActivationOp,
    ActivationOpMaker(
        "X rounded to the nearest whole number, halves to the even one",
        "The gradient is 0."));
REGISTER_ELEMENTWISE_ACTIVATION(round);
REGISTER_GRADIENT_MAKER(round, ZeroGradient);
REGISTER_OP_FLOPS(round, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

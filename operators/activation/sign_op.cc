#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/zero_gradient.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    sign, ActivationOp,
    ActivationOpMaker("1 for X > 0, -1 for X < 0, 0 for 0",
                      "The gradient is 0."));
REGISTER_ELEMENTWISE_ACTIVATION(sign);
REGISTER_GRADIENT_MAKER(sign, ZeroGradient);
REGISTER_OP_FLOPS(sign, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

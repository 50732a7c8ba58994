#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/zero_gradient.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    floor, ActivationOp,
    ActivationOpMaker("X rounded down to a whole number",
                      "The gradient is 0."));
REGISTER_ELEMENTWISE_ACTIVATION(floor);
REGISTER_GRADIENT_MAKER(floor, ZeroGradient);
REGISTER_OP_FLOPS(floor, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

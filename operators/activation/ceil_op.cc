#include "paddle/operators/activation/schema_base.h"
#include "paddle/operators/activation/zero_gradient.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    ceil, ActivationOp,
    ActivationOpMaker("X rounded up to a whole number",
                      "Infinities stay as they are. The gradient is 0, also at "
                      "whole numbers, where Out jumps."));
REGISTER_ELEMENTWISE_ACTIVATION(ceil);
REGISTER_GRADIENT_MAKER(ceil, ZeroGradient);
REGISTER_OP_FLOPS(ceil, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

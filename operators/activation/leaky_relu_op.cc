#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(leaky_relu, ActivationOp,
            ActivationOpMaker("X where X > 0, else alpha * X", "",
                              {{"alpha", "The slope below 0.", 0.02}}),
            leaky_relu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(leaky_relu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

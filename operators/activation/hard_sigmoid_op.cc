#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(hard_sigmoid, ActivationOp,
            ActivationOpMaker("min(max(slope * X + offset, 0), 1)", "",
                              {{"slope", "The slope between 0 and 1.", 0.2},
                               {"offset", "The value for X = 0.", 0.5}}),
            hard_sigmoid_grad, ActivationGradFromOut);
REGISTER_OP_FLOPS(hard_sigmoid, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators

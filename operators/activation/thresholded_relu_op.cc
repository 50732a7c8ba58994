#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(thresholded_relu, ActivationOp,
            ActivationOpMaker("X where X > threshold, else 0", "",
                              {{"threshold", "What X must exceed.", 1}}),
            thresholded_relu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(thresholded_relu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

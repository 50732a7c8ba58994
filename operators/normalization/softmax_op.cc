#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/normalization/softmax_base.h"

namespace paddle::operators {

REGISTER_OP(softmax, AlongAxisOp,
            SoftmaxOpMaker("Positive numbers that add up to 1",
                           "Out = exp(X) / sum(exp(X)), the sum along the "
                           "axis, without overflow."),
            softmax_grad,
            framework::GradOpSchema({"Out"}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_FLOPS(softmax, framework::FlopsOfEach("X", 5));

}  // namespace paddle::operators

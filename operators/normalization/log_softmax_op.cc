#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/normalization/softmax_base.h"

namespace paddle::operators {

REGISTER_OP(
    log_softmax, AlongAxisOp,
    SoftmaxOpMaker(
        "Logarithms of numbers that add up to 1",
        "Out = X - log(sum(exp(X))), the sum along the axis: the logarithm of "
        "softmax, without overflow, and exact where softmax would be 0."),
    log_softmax_grad,
    framework::GradOpSchema({"Out"}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_FLOPS(log_softmax, framework::FlopsOfEach("X", 5));

}  // namespace paddle::operators

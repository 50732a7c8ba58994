#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/whole_base.h"

namespace paddle::operators {

REGISTER_OP(
    mean, WholeOp,
    WholeOpMaker("Out = sum of X / number of elements; NaN if there are none."),
    mean_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(mean, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/pooling/interpolate_schema_base.h"

namespace paddle::operators {

// The gradient reads no element of X or Out: only the dims of X@GRAD count.
REGISTER_OP(
    nearest_interp, InterpolateOp,
    InterpolateOpMaker("The element of X at (y * H / OH, x * W / OW), rounded "
                       "down; with scale, H / OH and W / OW are 1 / scale."),
    nearest_interp_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(nearest_interp, framework::NoFlops());

}  // namespace paddle::operators

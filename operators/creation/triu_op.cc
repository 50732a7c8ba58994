#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/creation/triangle_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(triu, TriangleOp, TriangleOpMaker(">="));
REGISTER_GRADIENT_MAKER(triu, SameOpGradient(SameDiagonal));
REGISTER_OP_FLOPS(triu, framework::NoFlops());

}  // namespace paddle::operators

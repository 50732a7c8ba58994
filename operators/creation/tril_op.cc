#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/creation/triangle_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(tril, TriangleOp, TriangleOpMaker("<="));
REGISTER_GRADIENT_MAKER(tril, SameOpGradient(SameDiagonal));
REGISTER_OP_FLOPS(tril, framework::NoFlops());

}  // namespace paddle::operators

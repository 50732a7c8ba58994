#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    bitwise_xor, ElementwiseOp,
    ElementwiseOpMaker("X ^ Y, bit by bit", "Of bool it is the exclusive or.",
                       "; Unimplemented, when run, for floating numbers"));
REGISTER_OP_FLOPS(bitwise_xor, framework::NoFlops());

}  // namespace paddle::operators

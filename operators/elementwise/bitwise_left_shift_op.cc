#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    bitwise_left_shift, ElementwiseOp,
    ElementwiseOpMaker("X << Y",
                       "2^Y times X modulo 2^bits: zeros come in from the "
                       "right. Places beyond the width of the type give 0. A "
                       "negative Y counts as one beyond it.",
                       "; Unimplemented, when run, for floating numbers"));
REGISTER_OP_FLOPS(bitwise_left_shift, framework::NoFlops());

}  // namespace paddle::operators

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    bitwise_right_shift, ElementwiseOp,
    ElementwiseOpMaker(
        "X >> Y",
        "X / 2^Y rounded down: copies of the sign come in from the left. "
        "Places beyond the width of the type give 0, and -1 for a negative X. "
        "A negative Y counts as one beyond it.",
        "; Unimplemented, when run, for floating numbers"));
REGISTER_OP_FLOPS(bitwise_right_shift, framework::NoFlops());

}  // namespace paddle::operators

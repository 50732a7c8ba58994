#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/elementwise/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    elementwise_floordiv, ElementwiseOp,
    ElementwiseOpMaker(
        "floor(X / Y)",
        "An integer is not divided by 0. There is no gradient: it would be 0.",
        ", and, when run, for an integer divided by 0"));
REGISTER_BROADCAST(elementwise_floordiv);
REGISTER_OP_FLOPS(elementwise_floordiv, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

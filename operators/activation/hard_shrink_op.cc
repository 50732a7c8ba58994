#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(hard_shrink, ActivationOp,
            ActivationOpMaker("X where |X| > threshold, else 0", "",
                              {{"threshold",
                                "Numbers up to this far from 0 become 0.", 0.5,
                                ActivationAttr::kNotNegative}}),
            hard_shrink_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(hard_shrink, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

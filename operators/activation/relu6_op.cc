#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(relu6, ActivationOp,
            ActivationOpMaker("min(max(X, 0), threshold)", "",
                              {{"threshold", "The greatest value of Out.", 6,
                                ActivationAttr::kPositive}}),
            relu6_grad, ActivationGradFromOut);
REGISTER_OP_FLOPS(relu6, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(relu6, ActivationGradFromOut, /*operations=*/1,
                    "min(max(X, 0), threshold)",
                    "The derivative is 1 where 0 < X < threshold and for NaN, "
                    "and 0 elsewhere, also at the two kinks.",
                    {{"threshold", "The greatest value of Out.", 6,
                      ActivationAttr::kPositive}});
REGISTER_PRECISION(relu6, kFollows);

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    hard_swish, ActivationGradFromX, /*operations=*/4,
    "X * min(max(X + offset, 0), threshold) / scale",
    "Source: Howard et al. 2019, arXiv:1905.02244.",
    {{"threshold", "The greatest factor of X, before the division.", 6,
      ActivationAttr::kPositive},
     {"scale", "What the product is divided by.", 6, ActivationAttr::kPositive},
     {"offset", "What is added to X.", 3}});
REGISTER_PRECISION(hard_swish, kFollows);

}  // namespace paddle::operators

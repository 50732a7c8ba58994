#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(hard_shrink, ActivationGradFromX, /*operations=*/1,
                    "X where |X| > threshold, else 0", "",
                    {{"threshold", "Numbers up to this far from 0 become 0.",
                      0.5, ActivationAttr::kNotNegative}});

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(thresholded_relu, ActivationGradFromX, /*operations=*/1,
                    "X where X > threshold, else 0",
                    "The derivative is 1 where X > threshold and for NaN, else "
                    "0, also at the threshold, where Out jumps.",
                    {{"threshold", "What X must exceed.", 1}});
REGISTER_PRECISION(thresholded_relu, kFollows);

}  // namespace paddle::operators

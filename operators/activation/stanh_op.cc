#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    stanh, ActivationGradFromX, /*operations=*/4, "scale_b * tanh(scale_a * X)",
    "Source: LeCun, Bottou, Orr and Mueller, Efficient BackProp, 1998.",
    {{"scale_a", "What X is multiplied by.", 2. / 3},
     {"scale_b", "What tanh is multiplied by.", 1.7159}});

}  // namespace paddle::operators

#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(cosh, ActivationGradFromX, /*operations=*/1,
                    "(exp(X) + exp(-X)) / 2",
                    "Out lies in [1, inf]: inf for both infinities. The "
                    "derivative is sinh(X).");

}  // namespace paddle::operators

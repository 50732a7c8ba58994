#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(abs, ActivationGradFromX, /*operations=*/1, "|X|",
                    "An infinite X gives inf. The derivative is the sign of X, "
                    "and 0 at the kink X = 0.");
REGISTER_PRECISION(abs, kFollows);

}  // namespace paddle::operators
